package page

// Stack is the screens that lie upon each other. The first one stays.
type Stack struct{ Screens []Screen }

// Top returns the topmost screen.
func (s *Stack) Top() Screen { return s.Screens[len(s.Screens)-1] }

// Push puts a screen above the others.
func (s *Stack) Push(screen Screen) { s.Screens = append(s.Screens, screen) }

// Back goes back to the screen below; from the last one it does nothing.
func (s *Stack) Back() {
	if len(s.Screens) < 2 {
		return
	}
	if top, ok := s.Top().(Closer); ok {
		top.Close()
	}
	s.Screens = s.Screens[:len(s.Screens)-1]
	if top, ok := s.Top().(Returner); ok {
		top.Returned()
	}
}

// BackTo goes back until the topmost screen is screen, or the first one.
func (s *Stack) BackTo(screen Screen) {
	for len(s.Screens) > 1 && s.Top() != screen {
		s.Back()
	}
}

// Visible returns the screens that are to be seen: the topmost one, and those below it that it lets
// be seen.
func (s *Stack) Visible() []Screen {
	first := len(s.Screens) - 1
	for first > 0 {
		if _, over := s.Screens[first].(Overlay); !over {
			break
		}
		first--
	}
	return s.Screens[first:]
}
