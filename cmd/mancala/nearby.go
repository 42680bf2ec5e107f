package main

import (
	"sync"

	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/link"
	"mancala/netplay/nearby"
	"mancala/rules"
)

// beginNearby starts a search for games on the local network.
func beginNearby() ports.Nearby {
	s := &nearbySearch{}
	s.ended.Go(s.begin)
	return s
}

// nearbySearch is a search that starts in the background.
type nearbySearch struct {
	ended   sync.WaitGroup
	mu      sync.Mutex
	search  *nearby.Search
	trouble error
	told    string // the trouble that was told last
	closed  bool
}

func (s *nearbySearch) begin() {
	search, err := nearby.Browse(loopbackAlone())
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err != nil:
		s.trouble = cannotLook(err)
	case s.closed:
		search.Close()
	default:
		s.search = search
	}
}

func cannotLook(err error) error {
	return words.Errorf("This computer cannot look for games on the network: %s.", err.Error())
}

// nowhere returns why no network can be searched, or nil.
func nowhere(s *nearby.Search) error {
	switch searched, others := s.Networks(); {
	case searched:
		return nil
	case others:
		return words.Errorf("None of this computer's networks can be searched for games: so it is with a VPN. Ask the host for the address.")
	}
	return words.Errorf("This computer is on no network, so there is nowhere to look for games.")
}

// Games returns the games that are announced now.
func (s *nearbySearch) Games() (list []ports.NearbyGame, changed bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.search != nil {
		var found []nearby.Found
		found, changed = s.search.Games()
		for _, f := range found {
			list = append(list, nearbyGame(f))
		}
		s.trouble = nowhere(s.search)
	}
	if now := words.Sentence(s.trouble); now != s.told {
		s.told, changed = now, true
	}
	return list, changed
}

// nearbyGame converts a found game for the screens.
func nearbyGame(f nearby.Found) ports.NearbyGame {
	oldest, newest := link.Protocols()
	return ports.NearbyGame{
		ID: f.ID, Name: f.Name, Addr: f.Addr.String(), Fingerprint: f.Fingerprint, Variant: f.Variant, Full: f.Full,
		Older: f.Newest < oldest, Newer: f.Oldest > newest || f.Variant == (rules.Variant{}),
	}
}

// Trouble returns why the search cannot run.
func (s *nearbySearch) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trouble
}

// Close ends the search in the background.
func (s *nearbySearch) Close() {
	s.mu.Lock()
	search := s.search
	s.search, s.closed = nil, true
	s.mu.Unlock()
	if search != nil {
		go search.Close()
	}
}
