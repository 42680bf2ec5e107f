package netplay

import (
	"crypto/rand"
	"crypto/tls"
	"net"
	"testing"

	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
)

// overTLS says that raw peers encrypt, and so do their links.
var overTLS bool

// byCrew says that a crew processes the frames of hosts in bubbles.
var byCrew bool

// crewOf returns the crew of a host in a bubble, or nil.
func crewOf(t *testing.T) *workers.Crew {
	if !byCrew {
		return nil
	}
	return workers.New(t.Context().Done())
}

// rawGuestSide returns a connection to a host for a raw peer.
func rawGuestSide(nc net.Conn) net.Conn {
	if !overTLS {
		return nc
	}
	return transport.NewSecure(tls.Client(nc, transport.GuestTLS()), nc)
}

// rawHostSide returns a connection from a guest for a raw peer.
func rawHostSide(t testing.TB, nc net.Conn) net.Conn {
	if !overTLS {
		return nc
	}
	return transport.NewSecure(tls.Server(nc, transport.HostTLS(newIdentity(t))), nc)
}

func newIdentity(t testing.TB) *keys.Identity {
	t.Helper()
	id, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// TestOverTLS repeats tests that have a raw peer at one end, encrypted.
func TestOverTLS(t *testing.T) {
	overTLS = true
	defer func() { overTLS = false }()
	withRawPeers(t)
}

// TestByCrew repeats tests that have a raw peer at one end, with a crew at hosts.
func TestByCrew(t *testing.T) {
	byCrew = true
	defer func() { byCrew, overTLS = false, false }()
	t.Run("plain", withRawPeers)
	overTLS = true
	t.Run("encrypted", withRawPeers)
}

// withRawPeers repeats tests that have a raw peer at one end.
func withRawPeers(t *testing.T) {
	for name, test := range map[string]func(*testing.T){
		"KeepAliveForADay": TestKeepAliveForADay, "SlowDrip": TestSlowDrip, "FrameInPieces": TestFrameInPieces,
		"VanishedPeer": TestVanishedPeer, "PeerThatDoesNotRead": TestPeerThatDoesNotRead,
		"QueueIsBounded": TestQueueIsBounded, "Flood": TestFlood, "BusyPeerIsNoFlood": TestBusyPeerIsNoFlood,
		"CloseDoesNotHang": TestCloseDoesNotHang, "BrokenFrames": TestBrokenFrames, "Redial": TestRedial, "DeadLine": TestDeadLine, "ReplacedConnection": TestReplacedConnection,
		"PausedHostIsNotLockedUp": TestPausedHostIsNotLockedUp, "EndedWhilePaused": TestEndedWhilePaused,
		"AGuestComesBackToAHostWhoWaits": TestAGuestComesBackToAHostWhoWaits,
		"ASetAsideGuestMayComeAgain":     TestASetAsideGuestMayComeAgain,
		"ASecondProgramTakesTheSeat":     TestASecondProgramTakesTheSeat,
		"AllPlacesTaken":                 TestAllPlacesTaken, "PendingEmpties": TestPendingEmpties, "AFloodLeavesThoseWhoSpeak": TestAFloodLeavesThoseWhoSpeak, "SecondGuest": TestSecondGuest,
		"AKnockIsAnswered": TestAKnockIsAnswered, "ThoseWhoWaitAreToldGoodbye": TestThoseWhoWaitAreToldGoodbye,
		"AGuestIsRemoved": TestAGuestIsRemoved,
	} {
		t.Run(name, test)
	}
}
