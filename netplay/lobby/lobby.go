// Package lobby is shared by both ends of a club's lobby: it has the messages of the protocol,
// their frames and limits. Their bodies are values of package match/lobby, in its text form.
// PROTOCOL.md describes the protocol. Whatever the other end has sent, a message that is returned
// here has been checked.
package lobby

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"reflect"
	"time"
	"unicode/utf8"

	"mancala/internal/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
)

// Preface is the first thing that each end sends, before its first frame.
const Preface = frames.LobbyPreface

// Version is the version of the protocol of the lobby that this package speaks.
const Version = 2

// Outdated is the frame that a program of version 1 takes as a refusal of its hello, whose reason
// is the version. Its messages were other bytes.
const Outdated = "\x06\x08\x01\x22\x02\x08\x01"

// The largest number of bytes in a frame, its length prefix not counted.
const (
	MaxCall = 2 * frames.Max  // from a member to the club
	MaxNews = frames.MaxLarge // from the club to a member
)

// Deadlines of a connection.
const (
	// HelloWait is how long a member has to its Hello, and to its Proof.
	HelloWait = 5 * time.Second
	// PingAfter is the silence after which a member sends a Ping.
	PingAfter = 20 * time.Second
	// LostAfter is the silence after which either end considers the connection lost.
	LostAfter = 60 * time.Second
)

// Message is a message of either end.
type Message struct {
	// ID is the number of the call on its connection, from 1, which the reply repeats; 0 for news
	// that reply to nothing.
	ID uint32
	// Body is one of the values that calls or news have below; nil if this program does not know
	// its kind. An impossible call has the [*lobby.Refusal] of it.
	Body any
}

// The messages besides the values of package match/lobby.
type (
	// Hello says who is there. The answer is a Welcome, a Challenge or a refusal.
	Hello struct {
		// MinVersion and MaxVersion are the versions of the lobby that the member's program speaks.
		MinVersion int `json:"min_version"`
		MaxVersion int `json:"max_version"`
		// Program is its own version, for the log.
		Program string `json:"program,omitempty"`
		// Name is the name that a new member wants; ignored for others.
		Name string `json:"name,omitempty"`
		// Computer says that the moves are chosen by a computer.
		Computer bool `json:"computer,omitempty"`
		// Key is the public key, 32 bytes of Ed25519, without a client certificate.
		Key []byte `json:"key,omitempty"`
	}
	// Proof answers a Challenge, by the signature of the bytes that [Signed] returns.
	Proof struct {
		Signature []byte `json:"signature"`
	}
	// Follow wants the list of tables and its changes or, if Off is set, no longer wants them.
	Follow struct {
		Off bool `json:"off,omitempty"`
	}
	// Ping asks for a Done.
	Ping struct{}

	// Challenge asks a member without a certificate to prove its key.
	Challenge struct {
		// Nonce has [NonceSize] random bytes.
		Nonce []byte `json:"nonce"`
	}
	// Welcome lets a member in.
	Welcome struct {
		// Version is the version that both use from now on.
		Version int `json:"version"`
		lobby.Entered
		// Addrs are the addresses of all nodes of the club, for dialling again.
		Addrs []string `json:"addrs,omitempty"`
	}
	// Done says that a call has been carried out, and there is nothing else to say.
	Done struct{}
	// Draining says that this node stops soon; the member dials another one.
	Draining struct{}
)

// Check checks a welcome. A version that this program does not speak is an error.
func (w *Welcome) Check() error {
	if w.Version != Version {
		return errors.New("the club chose a version of the lobby that was not offered")
	}
	w.Addrs = lobby.CheckAddresses(w.Addrs)
	return w.Entered.Check()
}

// kinds are the types of bodies of one direction, by the names of their messages.
type kinds map[string]reflect.Type

var calls = kinds{
	"hello": reflect.TypeFor[Hello](), "proof": reflect.TypeFor[Proof](), "follow": reflect.TypeFor[Follow](), "ping": reflect.TypeFor[Ping](),
	"open": reflect.TypeFor[lobby.Open](), "sit": reflect.TypeFor[lobby.Sit](), "quick": reflect.TypeFor[lobby.Quick](),
	"cancel": reflect.TypeFor[lobby.Cancel](), "watch": reflect.TypeFor[lobby.Watch](), "mine": reflect.TypeFor[lobby.Mine](),
	"profile": reflect.TypeFor[lobby.ProfileOf](), "games": reflect.TypeFor[lobby.GamesOf](), "game": reflect.TypeFor[lobby.GameOf](),
	"standings": reflect.TypeFor[lobby.StandingsOf](), "rename": reflect.TypeFor[lobby.Rename](), "device": reflect.TypeFor[lobby.Device](),
	"use-code": reflect.TypeFor[lobby.UseCode](), "remove-device": reflect.TypeFor[lobby.RemoveDevice](),
	"report": reflect.TypeFor[lobby.Report](), "block": reflect.TypeFor[lobby.Block](), "forget": reflect.TypeFor[lobby.Forget](),
}

var news = kinds{
	"challenge": reflect.TypeFor[Challenge](), "welcome": reflect.TypeFor[Welcome](), "done": reflect.TypeFor[Done](),
	"draining": reflect.TypeFor[Draining](), "refusal": reflect.TypeFor[lobby.Refusal](), "table": reflect.TypeFor[lobby.Told](),
	"gone": reflect.TypeFor[lobby.Gone](), "listed": reflect.TypeFor[lobby.Listed](), "waiting": reflect.TypeFor[lobby.Waiting](),
	"rated": reflect.TypeFor[lobby.Rated](), "announced": reflect.TypeFor[lobby.Announced](), "seat": reflect.TypeFor[lobby.Seat](),
	"profile": reflect.TypeFor[lobby.Profile](), "games": reflect.TypeFor[lobby.Games](), "game": reflect.TypeFor[lobby.Game](),
	"standings": reflect.TypeFor[lobby.Standings](), "code": reflect.TypeFor[lobby.Code](), "room": reflect.TypeFor[lobby.Room](),
}

// name returns the name of the message of a value, or "".
func (k kinds) name(v any) string {
	t := reflect.TypeOf(v)
	if t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for name, of := range k {
		if of == t {
			return name
		}
	}
	return ""
}

// text returns the bytes of a message.
func (k kinds) text(m Message, limit int) ([]byte, error) {
	form := struct {
		ID   uint32 `json:"id,omitempty"`
		Kind string `json:"kind"`
		Body any    `json:"body"`
	}{m.ID, k.name(m.Body), m.Body}
	if form.Kind == "" {
		return nil, errors.New("there is no such message")
	}
	text, err := json.Marshal(form)
	if err == nil && len(text) > limit {
		err = frames.ErrOversized
	}
	return text, err
}

// parse returns a message. If only its body cannot be used, it comes with the error, as far as it
// was read.
func (k kinds) parse(text []byte, limit int) (m Message, err error) {
	var form struct {
		ID   uint32          `json:"id"`
		Kind string          `json:"kind"`
		Body json.RawMessage `json:"body"`
	}
	switch {
	case len(text) > limit:
		return Message{}, frames.ErrOversized
	case !utf8.Valid(text) || json.Unmarshal(text, &form) != nil:
		return Message{}, frames.ErrGarbled
	}
	m.ID = form.ID
	t, known := k[form.Kind]
	if !known {
		return m, nil
	}
	v := reflect.New(t)
	if len(form.Body) > 0 {
		err = json.Unmarshal(form.Body, v.Interface())
	}
	if of, checked := v.Interface().(interface{ Check() error }); checked && err == nil {
		err = of.Check()
	}
	m.Body = v.Elem().Interface()
	return m, err
}

// ReadCall returns the next call of a member. At the end of the stream, between two frames, the
// error is io.EOF; others come from package frames and the stream.
func ReadCall(r *bufio.Reader) (Message, error) {
	payload, err := frames.Read(r, nil, MaxCall)
	if err != nil {
		return Message{}, err
	}
	m, err := calls.parse(payload, MaxCall)
	if no := (*lobby.Refusal)(nil); errors.As(err, &no) {
		m.Body, err = no, nil
	}
	return m, err
}

// ReadNews returns the next message of the club, with the errors of [ReadCall] and [ParseNews].
func ReadNews(r *bufio.Reader) (Message, error) {
	payload, err := frames.Read(r, nil, MaxNews)
	if err != nil {
		return Message{}, err
	}
	return ParseNews(payload)
}

// ParseNews returns the message of the club in the bytes of a frame. With an error of its body, the
// message has what was read of it.
func ParseNews(payload []byte) (Message, error) { return news.parse(payload, MaxNews) }

// NewsText returns the bytes that [ParseNews] takes.
func NewsText(m Message) ([]byte, error) { return news.text(m, MaxNews) }

// AppendCall appends the frame of a call.
func AppendCall(b []byte, m Message) ([]byte, error) {
	text, err := calls.text(m, MaxCall)
	return appendFrame(b, text, err)
}

// AppendNews appends the frame of a message of the club.
func AppendNews(b []byte, m Message) ([]byte, error) {
	text, err := NewsText(m)
	return appendFrame(b, text, err)
}

func appendFrame(b, text []byte, err error) ([]byte, error) {
	if err != nil {
		return b, err
	}
	return append(binary.AppendUvarint(b, uint64(len(text))), text...), nil
}

// NonceSize is the number of bytes of a challenge.
const NonceSize = 32

// Signed returns the bytes that a member signs with the key of its installation to answer a
// challenge: the nonce, and the key that the club has shown on this connection, zero without
// encryption. So a club cannot pass on the challenge of another one.
func Signed(nonce []byte, club keys.Fingerprint) []byte {
	shown := "plain"
	if !club.IsZero() {
		shown = club.String()
	}
	return append(append([]byte("mancala/1 club"), nonce...), shown...)
}
