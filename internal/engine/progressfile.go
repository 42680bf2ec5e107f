package engine

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"

	"mancala/rules"
)

// A progress file stores a solver's progress on a position. First come a line that names the kind
// of file and a line of JSON. Then come the entries of the transposition table, entryBytes each,
// and a checksum of everything before it. An entry is the word in the table and the bits of the
// board's scattered number that the word lacks. All integers are little-endian.
const (
	progressKind    = "mancala solver progress "
	progressVersion = "1\n"
	entryBytes      = 8 + 3
	mostHeader      = 1 << 14 // size limit of the line of JSON, in bytes
)

// progressHeader is the line of JSON in a progress file.
type progressHeader struct {
	Position rules.Position `json:"position"`
	// Bounds are the proved bounds of the position and of the positions after its houses.
	Bounds []progressBounds `json:"bounds"`
	// Nodes and Seconds are totals over all runs.
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	// Tables is the number of seeds in the last layer of the endgame tables, and Seeds the number
	// in the largest boards of the transposition table.
	Tables int `json:"tables"`
	Seeds  int `json:"seeds"`
}

// progressBounds are the bounds of the position after a house, or of the position itself for 0: Low
// to High, for its side to move. Best reaches Low unless it is 0.
type progressBounds struct {
	House rules.House `json:"house"`
	Low   int         `json:"low"`
	High  int         `json:"high"`
	Best  rules.House `json:"best"`
}

// progressReader reads a progress file and computes its checksum.
type progressReader struct {
	file *os.File
	in   *bufio.Reader
	sum  hash.Hash32
	left int64 // bytes of entries not yet read
}

// errDamaged means that a file of progress, or of a book, is not as it was written.
var errDamaged = errors.New("damaged")

// openProgress opens a progress file and reads it up to the entries. Its errors are sentences,
// except for system errors.
func openProgress(name string) (*progressReader, progressHeader, error) {
	var h progressHeader
	info, err := os.Stat(name)
	if err != nil {
		return nil, h, err
	}
	if !info.Mode().IsRegular() {
		return nil, h, progressError(name, errNoProgress)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, h, err
	}
	r := &progressReader{file: file, in: bufio.NewReaderSize(file, 1<<20), sum: crc32.New(castagnoli)}
	if h, err = r.header(info.Size()); err != nil {
		file.Close()
		return nil, h, progressError(name, err)
	}
	return r, h, nil
}

// progressError adds the name of the file to an error.
func progressError(name string, err error) error {
	switch file := rules.Quoted(name); {
	case errors.Is(err, errDamaged):
		return rules.Refuse("engine.damaged-file",
			"the file %s is damaged, so the solver cannot go on from it; choose another file, or delete this one to begin anew", file)
	case errors.Is(err, errNoProgress):
		return rules.Refuse("engine.no-progress", "the file %s holds no progress of a solver; choose another file", file)
	case errors.Is(err, errOtherVersion):
		return rules.Refuse("engine.other-version", "the file %s holds the progress of another version of mancala; choose another file", file)
	}
	return fmt.Errorf("the file %s: %w", name, err)
}

var (
	errNoProgress   = errors.New("no progress")
	errOtherVersion = errors.New("another version")
)

// header reads the two lines of a file of that size.
func (r *progressReader) header(size int64) (h progressHeader, err error) {
	title := make([]byte, len(progressKind)+len(progressVersion))
	n, _ := io.ReadFull(r.in, title)
	switch {
	case !bytes.HasPrefix(title[:n], []byte(progressKind)):
		return h, errNoProgress
	case string(title) != progressKind+progressVersion:
		return h, errOtherVersion
	}
	line, err := r.in.ReadSlice('\n')
	if err != nil || len(line) > mostHeader || json.Unmarshal(line, &h) != nil {
		return h, errDamaged
	}
	r.sum.Write(title)
	r.sum.Write(line)
	r.left = size - int64(len(title)+len(line)) - crc32.Size
	if r.left < 0 || r.left%entryBytes != 0 {
		return h, errDamaged
	}
	return h, nil
}

// entries calls take, if not nil, with the scattered number and the word of each entry.
func (r *progressReader) entries(take func(key, word uint64)) error {
	var e [entryBytes]byte
	for ; r.left > 0; r.left -= entryBytes {
		if _, err := io.ReadFull(r.in, e[:]); err != nil {
			return errDamaged
		}
		r.sum.Write(e[:])
		if take != nil {
			word := binary.LittleEndian.Uint64(e[:])
			high := uint64(e[8]) | uint64(e[9])<<8 | uint64(e[10])<<16
			take(high<<tagBits|word>>(64-tagBits), word)
		}
	}
	var sum [crc32.Size]byte
	if _, err := io.ReadFull(r.in, sum[:]); err != nil || binary.LittleEndian.Uint32(sum[:]) != r.sum.Sum32() {
		return errDamaged
	}
	return nil
}

// writeProgress atomically replaces a progress file: whenever the program or the machine stops,
// either the old or the new file is there and complete.
func writeProgress(name string, h progressHeader, entries func(yield func(key, word uint64))) (err error) {
	file, err := os.Create(name + ".new")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	sum := crc32.New(castagnoli)
	out := bufio.NewWriterSize(io.MultiWriter(file, sum), 1<<20)
	fmt.Fprint(out, progressKind, progressVersion) // Flush returns a failed write
	header := json.NewEncoder(out)                 // adds the newline
	header.SetEscapeHTML(false)
	err = header.Encode(h)
	entries(func(key, word uint64) {
		var e [entryBytes]byte
		binary.LittleEndian.PutUint64(e[:], word)
		high := key >> tagBits
		e[8], e[9], e[10] = byte(high), byte(high>>8), byte(high>>16)
		_, _ = out.Write(e[:])
	})
	if err = errors.Join(err, out.Flush()); err == nil {
		_, err = file.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	return err
}
