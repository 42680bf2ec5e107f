package textui

import (
	"bufio"
	"io"
	"sync"

	"mancala/words"
)

// maxLine is how much of a typed line is looked at, in bytes. No answer is longer.
const maxLine = 1000

// Lines reads an input line by line, one line ahead of its reader. Make one with [NewLines].
type Lines struct {
	r     io.Reader
	lines chan string
	done  chan struct{}
	start sync.Once
	stop  sync.Once
}

// NewLines returns the lines of r. Nothing is read before the first line is wanted.
func NewLines(r io.Reader) *Lines {
	return &Lines{r: r, lines: make(chan string), done: make(chan struct{})}
}

// C returns the channel on which the lines come, without their ends; of a line of more than 1000
// bytes only the beginning comes. The channel is closed when the input has ended.
func (l *Lines) C() <-chan string {
	l.start.Do(func() { go l.read() })
	return l.lines
}

// Close ends the reading. A read that is under way goes on until the reader returns, and its
// result is lost.
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

// screen is the output. It keeps the first error and is silent after it.
type screen struct {
	painter
	w   *bufio.Writer
	err error
	// open says that a question waits for its answer at the end of the last line.
	open bool
}

func newScreen(w io.Writer, colour bool) *screen {
	return &screen{painter: painter(colour), w: bufio.NewWriter(w)}
}

func (s *screen) write(text string) {
	if s.err == nil {
		_, s.err = s.w.WriteString(text)
	}
}

// line writes lines, each of them on a line of its own.
func (s *screen) line(lines ...string) {
	s.breakOff()
	for _, text := range lines {
		s.write(text + "\n")
	}
}

// styled writes lines in a style.
func (s *screen) styled(look style, lines ...string) { s.line(s.all(look, lines...)...) }

// refuse writes why something that was typed does not work.
func (s *screen) refuse(lines ...string) { s.styled(refusal, lines...) }

// warn writes of trouble with the other end.
func (s *screen) warn(lines ...string) { s.styled(alarm, lines...) }

// ask writes a question and leaves its line open for the answer.
func (s *screen) ask(text string) {
	s.breakOff()
	s.write(text)
	s.open = true
}

// answered says that the answer has come, and with it the end of the line.
func (s *screen) answered() { s.open = false }

// breakOff ends the line of a question that no one has answered.
func (s *screen) breakOff() {
	if s.open {
		s.write("\n")
		s.open = false
	}
}

// flush hands everything over that was written, and returns a [*Trouble] when that, or something
// before, has failed.
func (s *screen) flush() error {
	if s.err == nil {
		s.err = s.w.Flush()
	}
	if s.err == nil {
		return nil
	}
	return &Trouble{words.T("The output could not be written, so the game was ended: %s.", s.err.Error()), s.err}
}

// Trouble is why a game could not go on.
type Trouble struct {
	// Text is a sentence for a person.
	Text string
	// Err is the cause, or nil.
	Err error
}

// Error returns the sentence.
func (t *Trouble) Error() string { return t.Text }

// Unwrap returns the cause.
func (t *Trouble) Unwrap() error { return t.Err }

// inputEnded returns the error that ends a game if a question finds no more input.
func inputEnded() *Trouble {
	return &Trouble{words.T("The input has ended, so the game was ended."), io.EOF}
}
