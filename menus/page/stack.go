package page

import "mancala/menus/kit"

// Stack is a stack of screens. The first one always stays.
type Stack struct{ Screens []Screen }

// Top returns the topmost screen.
func (s *Stack) Top() Screen { return s.Screens[len(s.Screens)-1] }

// Form returns the form that gets the input: the topmost screen's, or the on-screen keyboard over
// it.
func (s *Stack) Form() *kit.Form {
	form := s.Top().Form()
	if keys := form.Keyboard(); keys != nil {
		return keys
	}
	return form
}

// Push puts a screen above the others.
func (s *Stack) Push(screen Screen) { s.Screens = append(s.Screens, screen) }

// Back returns to the screen below; on the last one it does nothing.
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

// Visible returns the visible screens: the topmost one and, below cards, the screens under them.
func (s *Stack) Visible() []Screen {
	first := len(s.Screens) - 1
	for first > 0 && s.Screens[first].IsCard() {
		first--
	}
	return s.Screens[first:]
}

// Home returns the lobby that follows a game, or nil.
func (s *Stack) Home() Home {
	for _, screen := range s.Screens {
		if home, ok := screen.(Home); ok {
			return home
		}
	}
	return nil
}
