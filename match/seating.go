package match

// seating is who takes part in a series, and who of them sits at this end.
type seating struct {
	self     Party
	names    [2]string
	seats    [2]Seat // by party; nil sits at the other end
	watching bool    // no party is at this end
}

// Self returns the party at this end; if both are, Host.
func (s *seating) Self() Party { return s.self }

// Name returns a party's name.
func (s *seating) Name(p Party) string { return s.names[p&1] }

// Here reports whether a party sits at this end.
func (s *seating) Here(p Party) bool { return s.seats[p&1] != nil }

// Person reports whether a party is a person at this end.
func (s *seating) Person(p Party) bool {
	_, ok := s.seats[p&1].(*Person)
	return ok
}

// Persons returns how many persons sit at this end: 0, 1 or 2.
func (s *seating) Persons() int {
	n := 0
	for _, p := range [...]Party{Host, Guest} {
		if s.Person(p) {
			n++
		}
	}
	return n
}

// Watching reports whether this end only watches.
func (s *seating) Watching() bool { return s.watching }

// nameAll fills in missing names, and tells two equal ones apart.
func (s *seating) nameAll() {
	for i, name := range s.names {
		if name == "" {
			s.names[i] = DefaultName(Party(i))
		}
	}
	at := AtGuest
	if s.Here(Host) && s.Here(Guest) {
		at = AtSecond
	}
	s.names = TellApart(s.names, at)
}
