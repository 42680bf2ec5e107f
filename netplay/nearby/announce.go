package nearby

import (
	"errors"
	"io"
	"net/netip"
	"sync"
	"time"
)

// lookAgain is the time between two looks for networks that have come up.
const lookAgain = 5 * time.Second

// ErrUnshared is the error of [Announce] for a host that only programs on this computer can reach.
var ErrUnshared = errors.New("a game on loopback is not announced")

// Announcer announces a hosted game until it is closed.
type Announcer struct {
	radio *radio
	again chan struct{} // the announcement is to be repeated
	done  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex
	voice voice
}

// AnnounceConfig configures an [Announcer].
type AnnounceConfig struct {
	Game Game
	// Listen is the address that the host listens on. The game is announced on the networks of that
	// address, or on all if it is unspecified.
	Listen netip.AddrPort
	// Loopback announces only on loopback.
	Loopback bool
	// Rand is the source of the random part of the name; nil means crypto/rand.
	Rand io.Reader
}

// Announce starts to announce a game on the local networks, including those that come up later.
func Announce(cfg AnnounceConfig) (*Announcer, error) {
	if cfg.Listen.Addr().Unmap().IsLoopback() && !cfg.Loopback {
		return nil, ErrUnshared
	}
	instance, err := NewInstance(cfg.Game.Name, cfg.Rand)
	if err != nil {
		return nil, err
	}
	radio, err := tune(cfg.Loopback, true)
	if err != nil {
		return nil, err
	}
	a := &Announcer{
		radio: radio, again: make(chan struct{}, 1), done: make(chan struct{}),
		voice: voice{instance: instance, game: cfg.Game, listen: cfg.Listen},
	}
	a.say(false)
	a.ended.Go(func() { a.radio.hear(a.answer) })
	a.ended.Go(a.repeat)
	return a, nil
}

// Set announces that the game is full, or free.
func (a *Announcer) Set(full bool) {
	a.mu.Lock()
	changed := a.voice.game.Full != full
	a.voice.game.Full = full
	a.mu.Unlock()
	if !changed {
		return
	}
	a.say(false)
	a.sayAgain()
}

// Close says goodbye. Call it exactly once.
func (a *Announcer) Close() {
	close(a.done)
	a.say(true)
	_ = a.radio.conn.Close()
	a.ended.Wait()
}

// say announces the game on all networks, or says goodbye.
func (a *Announcer) say(gone bool) {
	for _, n := range a.radio.all() {
		a.mu.Lock()
		packet := a.voice.say(n.Network, gone, time.Now())
		a.mu.Unlock()
		if packet != nil {
			a.radio.send(packet, n)
		}
	}
}

// answer answers a question.
func (a *Announcer) answer(packet []byte, from netip.AddrPort, on network) {
	a.mu.Lock()
	reply := a.voice.answer(packet, from, on.Network, time.Now())
	a.mu.Unlock()
	switch {
	case reply.later:
		a.sayAgain()
	case reply.packet == nil:
	case reply.alone:
		a.radio.sendTo(reply.packet, from)
	default:
		a.radio.send(reply.packet, on)
	}
}

// sayAgain repeats the announcement within a second.
func (a *Announcer) sayAgain() {
	select {
	case a.again <- struct{}{}:
	default:
	}
}

// repeat repeats announcements after changes, and notices networks that come up.
func (a *Announcer) repeat() {
	again, waits := time.NewTimer(sayAgain), true
	defer again.Stop()
	looks := time.NewTicker(lookAgain)
	defer looks.Stop()
	for {
		select {
		case <-a.done:
			return
		case <-a.again:
			if !waits {
				again.Reset(sayAgain)
				waits = true
			}
		case <-again.C:
			a.say(false)
			waits = false
		case <-looks.C:
			if changed, err := a.radio.look(); err == nil && changed {
				a.say(false)
				a.sayAgain()
			}
		}
	}
}
