package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"testing"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/nearby"
	"mancala/rules"
)

// board notes the announcements on the network.
type board struct {
	told chan string
	fail error
}

func (b *board) start(listen netip.AddrPort, g nearby.Game) (announcer, error) {
	if b.fail != nil {
		b.told <- "failed"
		return nil, b.fail
	}
	b.told <- fmt.Sprintf("%s at %s full %t", g.Name, listen, g.Full)
	return b, nil
}

func (b *board) Set(full bool) { b.told <- fmt.Sprintf("full %t", full) }
func (b *board) Close()        { b.told <- "gone" }

// A host announces its game as free or full, following its events, and only while strangers may
// come.
func TestAnnounced(t *testing.T) {
	link := &tabletest.Link{HasGuests: true}
	b := &board{told: make(chan string, 1)}
	a := &announced{
		Link: link, game: nearby.Game{Name: "\x1bHilda"}, log: slog.New(slog.DiscardHandler), start: b.start, key: func() string { return "" },
	}
	host := a.begin()
	for _, step := range []struct {
		what  string
		event table.News
		do    func()
		want  string
	}{
		{what: "listening", event: table.Listening{Addr: "[::]:7000"}, want: "Hilda at [::]:7000 full false"},
		{what: "a guest", event: table.Connected{Peer: "Bo"}, want: "full true"},
		{what: "a break", event: table.Paused{}},
		{what: "back", event: table.Resumed{}},
		{what: "gone", event: table.PeerLeft{}},
		{what: "the next", event: table.Listening{Addr: "[::]:7000"}, want: "full false"},
		{what: "friends", do: func() { host.Guests().Admit(match.Admission{InviteOnly: true}) }, want: "gone"},
		{what: "friends again", do: func() { host.Guests().Admit(match.Admission{InviteOnly: true}) }},
		{what: "a friend", event: table.Connected{Peer: "Ann"}},
		{what: "all", do: func() { host.Guests().Admit(match.Admission{}) }, want: "Hilda at [::]:7000 full true"},
		{what: "an invite", do: func() { host.Guests().Invite("ada:7000") }, want: "gone"},
		{what: "all again", do: func() { host.Guests().Admit(match.Admission{}) }, want: "Hilda at [::]:7000 full true"},
	} {
		if step.event != nil {
			link.Push(step.event)
			if events := host.Events(); len(events) != 1 {
				t.Errorf("%s: the events are %v", step.what, events)
			}
		} else {
			step.do()
		}
		if step.want == "" {
			continue
		}
		if got := <-b.told; got != step.want {
			t.Errorf("%s: told %q, not %q", step.what, got, step.want)
		}
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
	if got := <-b.told; got != "gone" {
		t.Errorf("closed: told %q", got)
	}
	link.Push(table.Listening{Addr: "[::]:7000"})
	host.Events()
	if err := host.Close(); err != nil || len(b.told) != 0 {
		t.Errorf("closed twice: %v, told %d more", err, len(b.told))
	}
}

// A host plays even if it cannot be announced, and tries again with its next guest.
func TestNotAnnounced(t *testing.T) {
	link := &tabletest.Link{}
	b := &board{told: make(chan string, 1), fail: errors.New("the port is taken")}
	host := (&announced{Link: link, log: slog.New(slog.DiscardHandler), start: b.start, key: func() string { return "" }}).begin()
	for _, e := range []table.News{table.Listening{Addr: "0.0.0.0:7000"}, table.Connected{Variant: rules.Variant{}}} {
		link.Push(e)
		if events := host.Events(); len(events) != 1 || <-b.told != "failed" {
			t.Errorf("%v: the events are %v", e, events)
		}
	}
	if host.Guests() != nil {
		t.Error("guests came from nowhere")
	}
	if err := host.Close(); err != nil {
		t.Error(err)
	}
}
