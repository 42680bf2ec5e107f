package main

import (
	"encoding/binary"
	"errors"
	"slices"
)

// The layout of the function table, with sizes in bytes: a runtime.pcHeader, followed by a
// runtime._func per function.
const (
	headerMagic = 0xfffffff1 // since Go 1.20
	headerSize  = 72
	fixedSize   = 44 // of a runtime._func without its lists
)

// errLayout says that the function table does not have the layout of the Go release that this was
// written for.
var errLayout = errors.New("the table of functions is not laid out as expected: look at runtime/symtab.go of this Go, or leave dropLines out")

// dropLines blanks the files and line numbers of a browser program in place, so that it compresses
// better. Its stack traces then have only function names. Data that the garbage collector reads
// stays.
func dropLines(wasm []byte) error {
	m, err := dataOf(wasm)
	if err != nil {
		return err
	}
	start, err := m.functions()
	if err != nil {
		return err
	}
	word := func(i int) int { return int(m.uint64(start + 8 + 8*i)) }
	count, units, files, tables, funcs := word(0), start+word(4), start+word(5), start+word(6), start+word(7)
	var kept, dropped []int // offsets into tables
	for i := range count {
		f := funcs + int(m.uint32(funcs+8*i+4))
		if !m.has(f, fixedSize) {
			return errLayout
		}
		kept = append(kept, int(m.uint32(f+16))) // pcsp
		for k := range int(m.uint32(f + 28)) {   // npcdata
			kept = append(kept, int(m.uint32(f+fixedSize+4*k)))
		}
		for _, at := range []int{20, 24} { // pcfile, pcln
			dropped = append(dropped, int(m.uint32(f+at)))
			m.blank(f+at, 4)
		}
		m.blank(f+32, 8) // cuOffset, startLine
	}
	m.blank(units, files-units)
	m.blank(files, tables-files)
	size := funcs - tables
	slices.Sort(kept)
	slices.Sort(dropped)
	kept = slices.Compact(kept)
	all := slices.Compact(slices.Sorted(slices.Values(slices.Concat(kept, dropped, []int{size}))))
	for i, at := range all[:len(all)-1] {
		if _, used := slices.BinarySearch(kept, at); !used {
			m.blank(tables+at, all[i+1]-at)
		}
	}
	return nil
}

// memory is the initial memory of a browser program: parts of the file, by address.
type memory []segment

type segment struct {
	addr int
	data []byte
}

// dataOf returns the memory of a program. It shares the bytes of the file.
func dataOf(wasm []byte) (memory, error) {
	if len(wasm) < 8 || string(wasm[:4]) != "\x00asm" {
		return nil, errors.New("this is no WebAssembly")
	}
	r := &reader{wasm[8:]}
	for len(r.left) > 0 {
		id, body := r.bytes(1), r.bytes(r.number())
		if len(id) == 1 && id[0] == 11 {
			return segments(&reader{body})
		}
	}
	return nil, errLayout
}

func segments(r *reader) (m memory, err error) {
	for range r.number() {
		kind, op := r.number(), r.bytes(1)
		at := r.number() // signed, but addresses are encoded as small positive numbers
		end, data := r.bytes(1), r.bytes(r.number())
		if kind != 0 || string(op) != "\x41" || string(end) != "\x0b" {
			return nil, errLayout
		}
		m = append(m, segment{at, data})
	}
	if len(m) == 0 {
		return nil, errLayout
	}
	slices.SortFunc(m, func(a, b segment) int { return a.addr - b.addr })
	return m, nil
}

// reader decodes WebAssembly numbers. Past the end it returns zero.
type reader struct{ left []byte }

func (r *reader) number() int {
	n, size := binary.Uvarint(r.left)
	if size <= 0 {
		r.left = nil
		return 0
	}
	r.left = r.left[size:]
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	n = min(n, len(r.left))
	b := r.left[:n]
	r.left = r.left[n:]
	return b
}

// find returns the index of the segment at or before an address.
func (m memory) find(addr int) int {
	i, ok := slices.BinarySearchFunc(m, addr, func(s segment, addr int) int { return s.addr - addr })
	if !ok {
		i--
	}
	return i
}

// has reports whether the addresses are in the memory.
func (m memory) has(addr, n int) bool {
	last := m[len(m)-1]
	return addr >= m[0].addr && addr+n <= last.addr+len(last.data)
}

// at returns the byte at an address; between segments it is zero.
func (m memory) at(addr int) *byte {
	if i := m.find(addr); i >= 0 && addr < m[i].addr+len(m[i].data) {
		return &m[i].data[addr-m[i].addr]
	}
	return new(byte)
}

func (m memory) uint32(addr int) uint32 {
	var b [4]byte
	for i := range b {
		b[i] = *m.at(addr + i)
	}
	return binary.LittleEndian.Uint32(b[:])
}

func (m memory) uint64(addr int) uint64 {
	return uint64(m.uint32(addr)) | uint64(m.uint32(addr+4))<<32
}

// blank sets bytes to zero.
func (m memory) blank(addr, n int) {
	for i := range n {
		*m.at(addr + i) = 0
	}
}

// functions returns the address of the function table.
func (m memory) functions() (int, error) {
	for _, s := range m {
		for addr := (s.addr + 7) &^ 7; addr < s.addr+len(s.data); addr += 8 {
			if s.data[addr-s.addr] != headerMagic&0xff || m.uint32(addr) != headerMagic || m.uint32(addr+4) != 8<<24|1<<16 {
				continue
			}
			names, units := m.uint64(addr+32), m.uint64(addr+40)
			if m.has(addr, headerSize) && names == headerSize && units > names && m.has(addr, int(m.uint64(addr+64))) {
				return addr, nil
			}
		}
	}
	return 0, errLayout
}
