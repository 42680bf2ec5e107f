package menus

import (
	"sync"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/words"
)

// wishes are the uses of controls that helpers have asked for and that are to be carried out.
type wishes struct {
	mu   sync.Mutex
	list []wish
}

// wish is a use of a control by its name, as it was seen on a visit to a screen.
type wish struct {
	visit int
	id    string
	use   kit.Use
}

// Use has the next Update use a control of the picture as a person would: visit is that of the
// picture and id the control's name. If the control is not there any more or cannot be used,
// nothing changes, and Tell is told so. Use may be called at any time, by any goroutine.
func (a *App) Use(visit int, id string, u kit.Use) {
	a.wishes.mu.Lock()
	defer a.wishes.mu.Unlock()
	a.wishes.list = append(a.wishes.list, wish{visit, id, u})
}

// grant carries out the uses that helpers have asked for.
func (a *App) grant() {
	a.wishes.mu.Lock()
	list := a.wishes.list
	a.wishes.list = nil
	a.wishes.mu.Unlock()
	for _, w := range list {
		a.dirty = true
		if !a.use(w) {
			a.Tell(words.T("That cannot be used now."), true)
		}
		a.place()
	}
}

// use uses a control, and reports whether that was possible.
func (a *App) use(w wish) bool {
	if w.visit != a.visit() {
		return false
	}
	form := a.form()
	if widget := form.Find(w.id); widget != nil {
		if _, parted := widget.(page.Parted); !parted || w.use.Act == kit.Point {
			return form.Use(widget, w.use)
		}
		return false
	}
	for _, widget := range form.Widgets() {
		whole, ok := widget.(page.Parted)
		if !ok || !form.Info(widget).Enabled {
			continue
		}
		for _, part := range whole.Parts() {
			if part.ID == w.id { // one that cannot be played says why
				return form.Use(widget, kit.Use{Act: kit.Point}) && whole.UsePart(w.id, w.use.Act)
			}
		}
	}
	return false
}
