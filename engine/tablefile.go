package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"unsafe"

	"mancala/rules"
)

// A table file is a line that says what it holds, ended by up to how many seeds; a checksum of four bytes for each layer, the
// boards of one number of seeds; and the layers. So a larger file serves where smaller tables are wanted.

// worthKeeping is from how many bytes on tables are kept; smaller ones are built as fast as they are read.
const worthKeeping = 4 << 20

var (
	errTableFile = errors.New("the file of endgame tables is of another kind, or damaged")
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
)

// tableTitle says whose tables a file holds. The number of seeds a house at the start makes no difference to them.
func tableTitle(v rules.Variant) string {
	v.Seeds = 1
	return "mancala endgame tables 2 " + v.String() + " "
}

// layerBytes is the memory of the boards with n seeds.
func (t *Tables) layerBytes(n int) []byte { return t.bytes()[t.rank.layer[n]:t.rank.layer[n+1]] }

// bytes is the memory of the values.
func (t *Tables) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(t.values))), len(t.values))
}

// loadOrBuild reads tables from the file of config as far as they are there and builds the rest. Where it has built more than
// there was it writes the file.
func loadOrBuild(ctx context.Context, v rules.Variant, seeds int, config SolverConfig, progress func(layer int)) (*Tables, error) {
	t, have := newTables(newKernel(v), seeds), -1
	keep := config.TableFile != "" && TableBytes(int(v.Houses), seeds) >= worthKeeping
	if keep {
		have = t.load(ctx, config.TableFile, v)
	}
	err := t.build(ctx, have, config.Threads, progress)
	if err == nil && keep && have < seeds {
		_ = t.save(ctx, config.TableFile, v) // without the file the next run only starts slower
	}
	return t, err
}

// load reads layers from a file and returns the last one that is there and sound; -1 stands for none.
func (t *Tables) load(ctx context.Context, name string, v rules.Variant) (last int) {
	f, err := os.Open(name)
	if err != nil {
		return -1
	}
	defer f.Close()
	sums, err := readHeader(f, v)
	if err != nil {
		return -1
	}
	for n := 0; n < min(len(sums), t.most+1); n++ {
		sum := uint32(0)
		err := inPieces(ctx, t.layerBytes(n), func(piece []byte) error {
			_, err := io.ReadFull(f, piece)
			sum = crc32.Update(sum, castagnoli, piece)
			return err
		})
		if err != nil || sum != sums[n] {
			return n - 1
		}
	}
	return min(len(sums)-1, t.most)
}

// readHeader reads what stands before the layers of a file, and returns their checksums. A file that save has not written
// in full is refused.
func readHeader(f *os.File, v rules.Variant) ([]uint32, error) {
	title := tableTitle(v)
	head := make([]byte, len(title)+2)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(title)]) != title || head[len(title)+1] != '\n' {
		return nil, errTableFile
	}
	seeds := int(head[len(title)])
	size := uint64(len(head)) + 4*uint64(seeds+1) + TableBytes(int(v.Houses), seeds)
	if info, err := f.Stat(); err != nil || seeds > maxPackedSeeds || uint64(info.Size()) != size {
		return nil, errTableFile
	}
	sums := make([]uint32, seeds+1)
	return sums, binary.Read(f, binary.LittleEndian, sums)
}

// inPieces calls do for one piece of memory after the other, each so small that it takes few milliseconds, until one fails or
// ctx ends.
func inPieces(ctx context.Context, memory []byte, do func(piece []byte) error) error {
	const size = 4 << 20
	for len(memory) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		piece := memory[:min(size, len(memory))]
		if err := do(piece); err != nil {
			return err
		}
		memory = memory[len(piece):]
	}
	return nil
}

// save writes tables to a file, all or nothing, and makes the folder where it is missing.
func (t *Tables) save(ctx context.Context, name string, v rules.Variant) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing once it is renamed
	if err = errors.Join(t.write(ctx, f, v), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func (t *Tables) write(ctx context.Context, f *os.File, v rules.Variant) error {
	head := append([]byte(tableTitle(v)), byte(t.most), '\n')
	sums := make([]byte, 0, 4*(t.most+1))
	if _, err := f.Write(append(head, sums[:cap(sums)]...)); err != nil {
		return err
	}
	for n := range t.most + 1 {
		sum := uint32(0)
		err := inPieces(ctx, t.layerBytes(n), func(piece []byte) error {
			sum = crc32.Update(sum, castagnoli, piece)
			_, err := f.Write(piece)
			return err
		})
		if err != nil {
			return err
		}
		sums = binary.LittleEndian.AppendUint32(sums, sum)
	}
	_, err := f.WriteAt(sums, int64(len(head)))
	return err
}
