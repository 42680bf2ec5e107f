package textui

import (
	"bufio"
	"io"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// tell shows an event.
func (g *game) tell(e table.News) {
	switch e := e.(type) {
	case table.Listening:
		g.guests.listening(e)
		g.meeting.codeNews(g.scene.Door().Meeting())
	case table.Meeting:
		g.meeting.news(e)
	case table.Connecting:
		g.out.line(words.T("Connecting to %s.", e.Addr))
	case table.Connected:
		g.met, g.offer.agreed = true, false
		g.line.connected(e)
	case table.Watched:
		g.line.watched(e)
	case table.GameStarted:
		g.started(e)
	case table.Played:
		g.clock.played(e)
		g.board.played(e)
	case table.Rewound:
		g.finished = false
		g.win.forget()
		g.board.rewound(e)
	case table.GameOver:
		g.over(e)
	case table.Clocked:
		g.clock.announce(e)
	case table.PeerLeft:
		g.tellLeft(e)
	default:
		g.tellLine(e)
	}
}

// tellLine shows the events about the connection.
func (g *game) tellLine(e table.News) {
	switch e := e.(type) {
	case table.PeerAbsent:
		g.line.absence(e.Absent)
	case table.PeerQuiet:
		tell := g.out.line
		if e.Quiet {
			tell = g.out.warn
		}
		tell(g.scene.QuietWords(e.Quiet))
	case table.Paused:
		g.doubt = nil
		g.line.paused(e)
	case table.Resumed:
		g.board.resume()
		g.line.back(e)
	case table.HeldUp:
		g.offer.heldUp(e)
	default:
		g.requests.tell(e)
	}
}

// tellLeft prints why an end has left. All strangers who never began a game get one line together.
func (g *game) tellLeft(e table.PeerLeft) {
	g.line.left = e
	switch {
	case g.leaving, g.hosting() && e.Local && e.Kept && !g.guests.removed: // set aside, which has been reported
	case g.hosting() && !g.met && !e.Local:
		if !g.guests.looked {
			g.out.line(words.Sentence(e.Note), words.T("Waiting for another guest."))
		}
		g.guests.looked = true
	case e.Local, g.finished, g.hosting(), g.scene.Watching() && e.Reason.Keeps():
		g.out.warn(words.Sentence(e.Note))
	}
}

// started shows the start of a new or resumed game.
func (g *game) started(e table.GameStarted) {
	g.finished, g.doubt, g.since.over = false, nil, time.Time{}
	g.win.forget()
	g.clock.begin()
	g.board.begin(e)
	g.board.introduce(e)
	g.resumed = false
	g.pace.tell()
	if !g.board.position.Over() { // otherwise the end shows the board
		g.board.showTurn()
	}
}

// over shows the end of a game. A game that was broken off has no result.
func (g *game) over(e table.GameOver) {
	if g.cfg.Interactive { // moves typed ahead were for this game
		g.input.ahead = nil
	}
	if !g.board.over(e) {
		return
	}
	g.finished = true
	if g.cfg.Interactive && !g.cfg.NoBoard && !g.cfg.Narrate && e.Series.Match().Result().Ending == match.Finished {
		g.out.line(g.scene.Why())
	}
	if g.cfg.Terms != nil && !g.isClubComputer() {
		g.out.line(words.GameCheck(g.scene.Match().Check()))
	}
	if g.cfg.Interactive && g.cfg.Replay != nil {
		g.out.line(words.T("%s shows this game again.", g.cfg.Replay(g.scene.GameID())))
	}
	g.win.note(time.Now())
}

// maxLine is the largest number of bytes of a line; the rest is dropped.
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

// C returns the channel of the lines, without line ends. A line is cut after 1000 bytes. The
// channel closes at the end of the input.
func (l *Lines) C() <-chan string {
	l.start.Do(func() { go l.read() })
	return l.lines
}

// Close stops the reading. It drops the result of a read in progress, which lasts until the reader
// returns.
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

// screen is the output. It keeps the first error, and writes nothing after it.
type screen struct {
	painter
	w   *bufio.Writer
	err error
	// open means that the last line is a question without its answer; broken, that lines have
	// followed such a question.
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

// line writes whole lines.
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

// answered records that an answer has ended the line.
func (s *screen) answered() { s.open = false }

// breakOff ends the line of an unanswered question.
func (s *screen) breakOff() {
	if s.open {
		s.write("\n")
		s.open, s.broken = false, true
	}
}

// flush flushes the output, and returns a [*Trouble] if this or an earlier write failed.
func (s *screen) flush() error {
	if s.err == nil {
		s.err = s.w.Flush()
	}
	if s.err == nil {
		return nil
	}
	return &Trouble{words.T("The output could not be written, so the game was ended: %s.", s.err.Error()), s.err}
}

// Trouble is the reason why a game could not continue.
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

// inputEnded returns the error for a question after the end of the input.
func inputEnded() *Trouble {
	return &Trouble{words.T("The input has ended, so the game was ended."), io.EOF}
}
