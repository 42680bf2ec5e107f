package engine

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"unsafe"

	"mancala/rules"
)

// tableFile is the file that keeps endgame tables between runs. First comes a line that identifies
// the rules, then a checksum of four bytes for each layer, zero if the layer is missing. Then come
// the layers in ascending order, each at its fixed offset. A checksum covers the checksums of the
// layer's pieces, so several threads can read a layer. Layers are added as they are built. A layer
// that fails its checksum is written again. The zero value keeps nothing.
type tableFile struct {
	name, title string
	// sums are the checksums of the layers in the file.
	sums [maxPackedSeeds + 1]uint32
	// damaged is set if a layer, or all of the file, is not as it was written.
	damaged bool
}

// worthKeeping is the smallest size, in bytes, of a kept layer; smaller ones are built as fast as
// read.
const worthKeeping = 1 << 20

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// layers are tables that a file keeps.
type layers interface {
	// next is the number of seeds of the first layer that is missing.
	next() int
	// layer returns the memory of the layer of n seeds, and its offset in the memory of all layers.
	layer(n int) (memory []byte, offset uint64)
	// worthKeeping reports whether reading the layer of n seeds is faster than building it.
	worthKeeping(n int) bool
}

// next implements layers.
func (t *Tables) next() int { return t.most + 1 }

// layer implements layers.
func (t *Tables) layer(n int) ([]byte, uint64) { return t.layerBytes(n), t.rank.layer[n] }

// worthKeeping implements layers.
func (t *Tables) worthKeeping(n int) bool { return t.layerSize(n) >= worthKeeping }

// tableTitle returns the line that identifies the tables of v. They do not depend on the number of
// seeds a house at the start.
func tableTitle(v rules.Variant) string {
	v.Seeds = 1
	return "mancala endgame tables 5 " + v.String() + "\n"
}

// openTableFile reads which layers of v a file holds. A file of another kind holds none, and is
// replaced when a layer is saved.
func openTableFile(name string, v rules.Variant) *tableFile { return openLayers(name, tableTitle(v)) }

// openLayers is openTableFile for tables of any title.
func openLayers(name, title string) *tableFile {
	file := &tableFile{name: name, title: title}
	f, err := openOrdinary(name, os.O_RDONLY)
	if err != nil {
		return file
	}
	defer f.Close()
	found := make([]byte, len(title))
	if _, err = io.ReadFull(f, found); err == nil && string(found) == title {
		err = binary.Read(f, binary.LittleEndian, &file.sums)
	} else if err == nil {
		file.damaged = true
	}
	if err != nil {
		file.damaged, file.sums = true, [maxPackedSeeds + 1]uint32{}
	}
	return file
}

// openOrdinary opens only a regular file: opening a pipe may block for ever, and a link may lead to
// another program's file.
func openOrdinary(name string, flag int) (*os.File, error) {
	if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("the file %s is not an ordinary one", name)
	}
	return os.OpenFile(name, flag, 0o644)
}

// place returns the place in the file for an offset in the tables.
func (file *tableFile) place(offset uint64) int64 {
	return int64(len(file.title)) + 4*int64(len(file.sums)) + int64(offset)
}

// holds reports whether the file claims to hold layer n.
func (file *tableFile) holds(n int) bool { return file.sums[n] != 0 }

// load reads the next layer of t with that many threads, and reports whether it was there and
// intact. The caller adds it to t.
func (file *tableFile) load(ctx context.Context, t layers, threads int) bool {
	n := t.next()
	if !file.holds(n) {
		return false
	}
	f, err := openOrdinary(file.name, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer f.Close()
	memory, offset := t.layer(n)
	place := file.place(offset)
	sum, err := inPieces(ctx, threads, memory, func(piece []byte, at int64) error {
		_, err := f.ReadAt(piece, place+at)
		return err
	})
	if err == nil && sum != file.sums[n] {
		file.sums[n], file.damaged = 0, true
	}
	return err == nil && file.holds(n)
}

// save writes layer n of t. It creates the file and its folder if they are missing. The tables may
// grow meanwhile.
func (file *tableFile) save(ctx context.Context, t layers, n int) error {
	if file.name == "" || !t.worthKeeping(n) {
		return nil
	}
	f, err := file.writable()
	if err != nil {
		return err
	}
	memory, offset := t.layer(n)
	place := file.place(offset)
	sum, err := inPieces(ctx, 1, memory, func(piece []byte, at int64) error {
		_, err := f.WriteAt(piece, place+at)
		return err
	})
	if err == nil {
		_, err = f.WriteAt(binary.LittleEndian.AppendUint32(nil, sum), int64(len(file.title)+4*n))
	}
	if err = errors.Join(err, f.Close()); err == nil {
		file.sums[n] = sum
	}
	return err
}

// writable opens the file for writing. A file of another kind is replaced.
func (file *tableFile) writable() (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(file.name), 0o755); err != nil {
		return nil, err
	}
	f, err := openOrdinary(file.name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(file.title)+4*len(file.sums))
	if _, err = io.ReadFull(f, head); err == nil && string(head[:len(file.title)]) == file.title {
		return f, nil
	}
	clear(head)
	copy(head, file.title)
	if err = f.Truncate(0); err == nil {
		_, err = f.WriteAt(head, 0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// layerBytes returns the memory of layer n.
func (t *Tables) layerBytes(n int) []byte {
	layer := t.values[t.rank.layer[n]:t.rank.layer[n+1]]
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(layer))), len(layer))
}

// inPieces calls do with the pieces of a layer and their offsets, on that many threads, until one
// fails or ctx ends. A piece takes only milliseconds. It returns the checksum of the layer.
func inPieces(ctx context.Context, threads int, layer []byte, do func(piece []byte, at int64) error) (uint32, error) {
	const size = 1 << 20
	pieces := slices.Collect(slices.Chunk(layer, size))
	sums, errs := make([]byte, 4*len(pieces)), make([]error, len(pieces))
	share(threads, len(pieces), func(mine iter.Seq[int]) {
		for i := range mine {
			if errs[i] = ctx.Err(); errs[i] == nil {
				errs[i] = do(pieces[i], int64(i)*size)
			}
			if errs[i] != nil {
				return
			}
			binary.LittleEndian.PutUint32(sums[4*i:], crc32.Checksum(pieces[i], castagnoli))
		}
	})
	return crc32.Checksum(sums, castagnoli), errors.Join(errs...)
}
