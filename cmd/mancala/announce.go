package main

import (
	"cmp"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/nearby"
)

// notice is the announcement of a hosted game on the local network.
type notice uint8

const (
	nothing  notice = iota // it is not announced
	freeGame               // a guest may come
	fullGame               // a guest is there, or expected back
)

// wish is a notice that the worker is to announce.
type wish struct {
	notice
	listen netip.AddrPort
}

// announced wraps a host's link and announces its game, with its state, on the local network while
// strangers may join.
type announced struct {
	table.Link
	game   nearby.Game
	listen netip.AddrPort // zero until the link listens
	state  notice         // according to the events
	shut   bool           // only invited guests may join
	closed bool
	wishes chan wish // holds the latest wish until the worker takes it
	ended  sync.WaitGroup
	log    *slog.Logger
	key    func() string // the fingerprint of the host's key, known when it listens
	start  func(listen netip.AddrPort, g nearby.Game) (announcer, error)
}

// announcer is the part of [nearby.Announcer] that an announced link uses.
type announcer interface {
	Set(full bool)
	Close()
}

// host hosts a game. It announces it unless it is hidden or only for invited guests.
func (o *options) host(addr string, cfg link.HostConfig, hidden bool) table.Link {
	cfg.Address, cfg.Browsers, cfg.Via = o.guests.address, o.browsers(cfg.Log), cmp.Or(o.guests.via, cfg.Via)
	o.guests.names.Add(addr) // it may have been typed as a name
	if hidden || o.guests.hidden {
		return link.Host(addr, cfg)
	}
	a := &announced{
		game: nearby.Game{Name: cfg.Name, Variant: cfg.Variant}, shut: cfg.Admission.InviteOnly, log: cfg.Log, start: startAnnouncing,
	}
	var key atomic.Pointer[keys.Identity]
	if identity := cfg.Identity; identity != nil && !cfg.Insecure {
		cfg.Identity = func() (*keys.Identity, error) {
			id, err := identity()
			key.Store(id)
			return id, err
		}
	}
	a.key = func() string {
		if id := key.Load(); id != nil {
			return id.Fingerprint().String()
		}
		return ""
	}
	a.Link = link.Host(addr, cfg)
	return a.begin()
}

func startAnnouncing(listen netip.AddrPort, g nearby.Game) (announcer, error) {
	return nearby.Announce(nearby.AnnounceConfig{Game: g, Listen: listen, Loopback: loopbackAlone()})
}

func (a *announced) begin() table.Link {
	a.wishes = make(chan wish, 1)
	a.game.Oldest, a.game.Newest = link.Protocols()
	if a.game.Name = match.CleanName(a.game.Name); a.game.Name == "" {
		a.game.Name = match.DefaultName(match.Host)
	}
	a.ended.Go(a.work)
	return a
}

// Events returns the events of the link, and announces the changes.
func (a *announced) Events() []table.News {
	events := a.Link.Events()
	before := a.state
	for _, e := range events {
		switch e := e.(type) {
		case table.Listening:
			a.state = freeGame
			if at, err := netip.ParseAddrPort(e.Addr); err == nil {
				a.listen = at
			}
		case table.Connected, table.Paused, table.Resumed:
			a.state = fullGame
		case table.Failed:
			a.state = nothing
		}
	}
	if a.state != before {
		a.tell()
	}
	return events
}

// Guests decides who is let in. Inviting a guest ends the announcement.
func (a *announced) Guests() table.Guests {
	guests := a.Link.Guests()
	if guests == nil {
		return nil
	}
	return announcedGuests{guests, a}
}

type announcedGuests struct {
	table.Guests
	link *announced
}

func (d announcedGuests) Admit(admission match.Admission) {
	d.Guests.Admit(admission)
	d.link.setShut(admission.InviteOnly)
}

func (d announcedGuests) Invite(addr string) string {
	invite := d.Guests.Invite(addr)
	if invite != "" {
		d.link.setShut(true)
	}
	return invite
}

// setShut sets whether only invited guests may join.
func (a *announced) setShut(shut bool) {
	if a.shut != shut {
		a.shut = shut
		a.tell()
	}
}

// tell passes the current state to the worker, without waiting for it.
func (a *announced) tell() {
	if a.closed {
		return
	}
	now := wish{a.state, a.listen}
	if a.shut || !a.listen.IsValid() {
		now.notice = nothing
	}
	select {
	case <-a.wishes:
	default:
	}
	a.wishes <- now
}

// work announces the wishes until the link is closed.
func (a *announced) work() {
	var now announcer
	defer func() {
		if now != nil {
			now.Close()
		}
	}()
	for w := range a.wishes {
		switch {
		case w.notice == nothing && now != nil:
			now.Close()
			now = nil
		case w.notice == nothing:
		case now != nil:
			now.Set(w.notice == fullGame)
		default:
			now = a.first(w)
		}
	}
}

// first starts announcing the game; it returns nil if that fails.
func (a *announced) first(w wish) announcer {
	game := a.game
	game.Full, game.Fingerprint = w.notice == fullGame, a.key()
	now, err := a.start(w.listen, game)
	if err != nil {
		a.log.Info("unannounced", "reason", err.Error())
		return nil
	}
	a.log.Info("announced", "addr", w.listen.String())
	return now
}

// Close closes the link and waits until the announcement has been withdrawn.
func (a *announced) Close() error {
	if !a.closed {
		a.closed = true
		close(a.wishes)
	}
	err := a.Link.Close()
	a.ended.Wait()
	return err
}
