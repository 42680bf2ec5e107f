package netplay

import wire "mancala/proto/mancala/v1"

// send queues a frame. Pings, Pongs and acknowledgements are not numbered, all others are.
func (s *Session) send(f *wire.Frame) {
	switch f.GetBody().(type) {
	case *wire.Frame_Ping, *wire.Frame_Pong:
		if s.hold.on { // they tell only that this end is alive
			f.Ack = s.hold.stored
			s.write(f)
			return
		}
	case nil:
	default:
		s.sent++
		f.Seq = s.sent
	}
	if f.Ack, s.told = s.got, s.got; s.holds() {
		s.holdBack(f)
	} else {
		s.write(f)
	}
}

// sendLast sends the last frame of a session, at once. To the peer, frames that are held back were
// lost on the wire.
func (s *Session) sendLast(f *wire.Frame) {
	f.Ack = s.got
	if s.hold.on {
		f.Ack = s.hold.stored
	}
	s.dropHeld()
	s.sent++
	f.Seq = s.sent
	s.write(f)
}

// write appends a frame to those that are to be written.
func (s *Session) write(f *wire.Frame) {
	var err error
	if s.out.Write, err = appendFrame(s.out.Write, f); err != nil {
		s.unwritable(err)
	}
}

// unwritable ends the session because a frame has no wire form. Only a text that is not UTF-8 or
// too long could do this, and every text is cleaned before.
func (s *Session) unwritable(err error) { s.end(goodbye{note: note("not-written"), err: err}) }

// whenAcked calls do when the peer has acknowledged the last frame that was sent.
func (s *Session) whenAcked(do func() error) {
	s.confirm = append(s.confirm, confirmation{s.sent, do})
}
