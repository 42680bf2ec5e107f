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

// A table file is a line that says what it holds, the checksum of the rest in four bytes, and the tables' bytes.

// worthKeeping is from how many bytes on tables are kept; smaller ones are built as fast as they are read.
const worthKeeping = 4 << 20

var (
	errTableFile = errors.New("the file of endgame tables is of another kind, or damaged")
	castagnoli   = crc32.MakeTable(crc32.Castagnoli)
)

// tableHeader says which tables a file holds. The number of seeds a house at the start makes no difference to them.
func tableHeader(v rules.Variant, seeds int) []byte {
	v.Seeds = 1
	header := []byte("mancala endgame tables 1 " + v.String() + " ")
	return append(binary.LittleEndian.AppendUint32(header, uint32(seeds)), '\n')
}

// bytes is the memory of the values.
func (t *Tables) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(t.values))), len(t.values))
}

// loadOrBuild reads tables from the file of config, or else builds them and writes the file.
func loadOrBuild(ctx context.Context, v rules.Variant, seeds int, config SolverConfig) (*Tables, error) {
	keep := config.TableFile != "" && TableBytes(int(v.Houses), seeds) >= worthKeeping
	if keep {
		if t, err := loadTables(config.TableFile, v, seeds); err == nil {
			return t, nil
		}
	}
	t, err := BuildTables(ctx, v, seeds, config.Threads)
	if err == nil && keep {
		_ = t.save(config.TableFile, v) // without the file the next run only starts slower
	}
	return t, err
}

// loadTables reads tables from a file. What is not exactly what save writes is refused.
func loadTables(name string, v rules.Variant, seeds int) (*Tables, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	header := tableHeader(v, seeds)
	want := int64(len(header)) + 4 + int64(TableBytes(int(v.Houses), seeds))
	if info, err := f.Stat(); err != nil || info.Size() != want {
		return nil, errTableFile
	}
	head := make([]byte, len(header)+4)
	if _, err := io.ReadFull(f, head); err != nil || string(head[:len(header)]) != string(header) {
		return nil, errTableFile
	}
	t := newTables(newKernel(v), seeds)
	if _, err := io.ReadFull(f, t.bytes()); err != nil {
		return nil, err
	}
	if crc32.Checksum(t.bytes(), castagnoli) != binary.LittleEndian.Uint32(head[len(header):]) {
		return nil, errTableFile
	}
	return t, nil
}

// save writes tables to a file, all or nothing, and makes the folder where it is missing.
func (t *Tables) save(name string, v rules.Variant) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing once it is renamed
	head := binary.LittleEndian.AppendUint32(tableHeader(v, t.most), crc32.Checksum(t.bytes(), castagnoli))
	_, err = f.Write(head)
	if err == nil {
		_, err = f.Write(t.bytes())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
