package kit

import (
	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// MenuEntry is a line of a [Menu].
type MenuEntry struct {
	Label string
	// Mnemonic is the key that uses the entry while the menu is open, shown at its right end while it does; see [Button].
	Mnemonic string
	// Disabled says why the entry cannot be used now, and is shown under it; "" means that it can.
	Disabled string
	// OnUse is called after the menu has closed.
	OnUse func()
}

// Menu is a card of entries over a screen. While it is open it uses up all input: update it before the form of its screen
// and draw it after. Escape or a press outside closes it.
type Menu struct {
	Entries []MenuEntry
	// OnClose is called when the menu closes without an entry having been used.
	OnClose func()

	bounds  render.Rect
	open    bool
	stale   bool
	current int
	// pressed is the entry that the pointer was pressed on, or -1.
	pressed int
}

const (
	menuPad    = 8
	menuRow    = 46
	menuReason = 20
)

// Open opens the menu with its first entry chosen that can be used.
func (m *Menu) Open() {
	m.open, m.stale, m.current, m.pressed = true, true, -1, -1
	m.move(1)
}

// Close closes the menu.
func (m *Menu) Close() { m.open, m.stale = false, m.stale || m.open }

// IsOpen reports whether the menu is open.
func (m *Menu) IsOpen() bool { return m.open }

// Current returns the index of the chosen entry, or -1 if none can be used.
func (m *Menu) Current() int { return m.current }

// Place puts the menu below anchor, or above it where there is more room, inside screen. Its entries get lower where
// they do not fit.
func (m *Menu) Place(anchor, screen render.Rect, width float64) {
	const margin = 8
	w, h := min(width, screen.W-2*margin), m.height()
	r := render.Rect{X: anchor.X, Y: anchor.Bottom() + margin, W: w, H: min(h, screen.H-2*margin)}
	if r.Bottom() > screen.Bottom()-margin && anchor.Y-screen.Y > screen.Bottom()-anchor.Bottom() {
		r.Y = anchor.Y - margin - r.H
	}
	r.X = max(screen.X+margin, min(r.X, screen.Right()-margin-w))
	r.Y = max(screen.Y+margin, min(r.Y, screen.Bottom()-margin-r.H))
	m.bounds = r
}

// PlaceCentered puts the menu in the middle of screen.
func (m *Menu) PlaceCentered(screen render.Rect, width float64) {
	m.bounds = screen.Centered(min(width, screen.W-16), min(m.height(), screen.H-16))
}

// Bounds returns the place of the menu.
func (m *Menu) Bounds() render.Rect { return m.bounds }

func (m *Menu) height() float64 {
	h := 2.0 * menuPad
	for _, e := range m.Entries {
		h += e.height()
	}
	return h
}

func (e MenuEntry) height() float64 {
	if e.Disabled != "" {
		return menuRow + menuReason
	}
	return menuRow
}

// row returns the place of an entry.
func (m *Menu) row(i int) render.Rect {
	shrink := min(1, (m.bounds.H-2*menuPad)/max(1, m.height()-2*menuPad))
	y := m.bounds.Y + menuPad
	for _, e := range m.Entries[:i] {
		y += e.height() * shrink
	}
	return render.Rect{X: m.bounds.X + menuPad, Y: y, W: m.bounds.W - 2*menuPad, H: m.Entries[i].height() * shrink}
}

// at returns the entry under the pointer that can be used, or -1.
func (m *Menu) at(in *Input) int {
	for i, e := range m.Entries {
		if e.Disabled == "" && in.Over(m.row(i)) {
			return i
		}
	}
	return -1
}

// move chooses the next entry in a direction that can be used, around the ends.
func (m *Menu) move(step int) {
	n := len(m.Entries)
	for k := 1; k <= n; k++ {
		if i := ((max(m.current, -1)+k*step)%n + n) % n; m.Entries[i].Disabled == "" {
			m.current = i
			return
		}
	}
}

// Update gives the menu the input of one tick, reports whether it looks different now, and uses up everything while it is
// open.
func (m *Menu) Update(in *Input) bool {
	changed := m.stale
	m.stale = false
	if !m.open || in.Blocked() {
		return changed
	}
	current := m.current
	use := m.keys(in)
	use = m.pointer(in) || use
	in.UseAll()
	if use {
		m.Close()
		if f := m.Entries[m.current].OnUse; f != nil {
			f()
		}
	}
	changed = changed || m.stale || current != m.current
	m.stale = false
	return changed
}

// pointer follows the pointer and reports whether the current entry is to be used.
func (m *Menu) pointer(in *Input) (use bool) {
	over := m.at(in)
	if over >= 0 && (in.CursorMoved || in.Pressed) {
		m.current = over
	}
	if in.Pressed {
		m.pressed = over
		if !in.Over(m.bounds) {
			m.dismiss()
			return false
		}
	}
	if in.Released {
		use = over >= 0 && over == m.pressed
		m.pressed = -1
	}
	return use
}

// keys handles the keys and reports whether the current entry is to be used.
func (m *Menu) keys(in *Input) (use bool) {
	back, _ := in.take(func(p KeyPress) bool { return p == KeyPress{Key: ebiten.KeyTab, Shift: true} })
	switch {
	case in.takePlain(ebiten.KeyArrowDown), in.takePlain(ebiten.KeyTab):
		m.move(1)
	case in.takePlain(ebiten.KeyArrowUp), back.Shift:
		m.move(-1)
	case in.TakeKey(ebiten.KeyEscape):
		m.dismiss()
	case in.TakeAnyKey(ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeySpace):
		return m.current >= 0
	default:
		for i, e := range m.Entries {
			if e.Disabled == "" && in.takeMnemonic(e.Mnemonic) {
				m.current = i
				return true
			}
		}
	}
	return false
}

func (m *Menu) dismiss() {
	m.Close()
	if m.OnClose != nil {
		m.OnClose()
	}
}

// Draw draws the menu if it is open.
func (m *Menu) Draw(c *render.Canvas) {
	if !m.open {
		return
	}
	card(c, m.bounds)
	for i, e := range m.Entries {
		l, r := look{render.Panel, render.Panel, render.Ink, render.InkSoft}, m.row(i)
		if e.Disabled != "" {
			l.ink, l.soft = render.InkDim, render.InkDim
		}
		if i == m.current {
			c.FillRect(r.Inset(1), Corner-2, render.PanelHover)
			c.StrokeRect(r.Inset(1), Corner-2, 2, render.Gold)
		}
		text := render.Rect{X: r.X + 14, Y: r.Y, W: r.W - 28, H: r.H}
		if e.Disabled != "" {
			var reason render.Rect
			reason, text = text.CutBottom(text.H / 2)
			reason.H -= 6
			line(c, e.Disabled, reason, render.Caption)
			text.Y += 4
		}
		if e.Mnemonic != "" && e.Disabled == "" {
			text.W -= keycap(c, render.Point{X: text.Right(), Y: r.Center().Y}, e.Mnemonic, l) + 10
		}
		line(c, e.Label, text, render.Strong.In(l.ink))
	}
}
