package textui

import (
	"bufio"
	"io"
	"sync"

	"mancala/words"
)

// maxLine is the largest number of bytes of a line that are used.
const maxLine = 1000

// Lines reads an input line by line, one line ahead of its reader. Make one with [NewLines].
type Lines struct {
	r     io.Reader
	lines chan string
	done  chan struct{}
	start sync.Once
	stop  sync.Once
}

// NewLines returns the lines of r. It reads nothing before the first call of C.
func NewLines(r io.Reader) *Lines {
	return &Lines{r: r, lines: make(chan string), done: make(chan struct{})}
}

// C returns the channel of the lines, without their line ends; a line of more than 1000 bytes is
// cut. The channel is closed at the end of the input.
func (l *Lines) C() <-chan string {
	l.start.Do(func() { go l.read() })
	return l.lines
}

// Close stops the reading. A read in progress lasts until the reader returns; its result is
// dropped.
func (l *Lines) Close() { l.stop.Do(func() { close(l.done) }) }

func (l *Lines) read() {
	defer close(l.lines)
	r := bufio.NewReaderSize(l.r, maxLine)
	for {
		line, more, err := r.ReadLine()
		text := string(line)
		if err != nil {
			return
		}
		for more && err == nil { // the rest of a long line is dropped
			_, more, err = r.ReadLine()
		}
		select {
		case l.lines <- text:
		case <-l.done:
			return
		}
	}
}

// screen is the output. After an error, which it keeps, it writes nothing.
type screen struct {
	painter
	w   *bufio.Writer
	err error
	// open reports that the last line is a question without its answer, and broken that lines have
	// followed one.
	open, broken bool
}

func newScreen(w io.Writer, colour bool) *screen {
	return &screen{painter: painter(colour), w: bufio.NewWriter(w)}
}

func (s *screen) write(text string) {
	if s.err == nil {
		_, s.err = s.w.WriteString(text)
	}
}

// line writes lines, each ending the line.
func (s *screen) line(lines ...string) {
	s.breakOff()
	for _, text := range lines {
		s.write(text + "\n")
	}
}

// styled writes lines in a style.
func (s *screen) styled(look style, lines ...string) { s.line(s.all(look, lines...)...) }

// refuse writes why an input does not work.
func (s *screen) refuse(lines ...string) { s.styled(refusal, lines...) }

// warn writes about trouble with the other end.
func (s *screen) warn(lines ...string) { s.styled(alarm, lines...) }

// ask writes a question and leaves the line open for the answer.
func (s *screen) ask(text string) {
	s.breakOff()
	s.write(s.paint(strong, text))
	s.open, s.broken = true, false
}

// answered notes that the answer has come, and has ended the line.
func (s *screen) answered() { s.open = false }

// breakOff ends the line of a question without an answer.
func (s *screen) breakOff() {
	if s.open {
		s.write("\n")
		s.open, s.broken = false, true
	}
}

// flush flushes the output, and returns a [*Trouble] if that or an earlier write failed.
func (s *screen) flush() error {
	if s.err == nil {
		s.err = s.w.Flush()
	}
	if s.err == nil {
		return nil
	}
	return &Trouble{words.T("The output could not be written, so the game was ended: %s.", s.err.Error()), s.err}
}

// Trouble is the reason why a game could not go on.
type Trouble struct {
	// Text is a sentence for the user.
	Text string
	// Err is the cause, or nil.
	Err error
}

// Error returns the sentence.
func (t *Trouble) Error() string { return t.Text }

// Unwrap returns the cause.
func (t *Trouble) Unwrap() error { return t.Err }

// inputEnded returns the error for a question that finds no more input.
func inputEnded() *Trouble {
	return &Trouble{words.T("The input has ended, so the game was ended."), io.EOF}
}
