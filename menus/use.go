package menus

import (
	"sync"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
)

// wishes are the pending requests of assistive technology.
type wishes struct {
	mu   sync.Mutex
	list []wish
}

// wish is a request to use a control, made during a visit to a screen.
type wish struct {
	visit int
	id    string
	use   kit.Use
}

// Use makes the next Update use a control of the picture as the user would. visit is the picture's
// Visit, and id the control's name. If the control is gone or disabled, Update only calls Tell. Use
// is safe for concurrent use.
func (a *App) Use(visit int, id string, u kit.Use) {
	a.outside.wishes.add(wish{visit, id, u})
}

// add adds a request.
func (w *wishes) add(one wish) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, one)
}

// take returns the pending requests and forgets them.
func (w *wishes) take() []wish {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.list
	w.list = nil
	return list
}

// grant carries out the pending requests.
func (a *App) grant() {
	a.notices.answering = true
	defer func() { a.notices.answering = false }()
	for _, w := range a.outside.wishes.take() {
		a.dirty = true
		if !a.outside.use(w) {
			a.Tell(words.T("That cannot be used now."), true)
		}
		a.place()
	}
}

// use uses a control, and reports success.
func (o *outside) use(w wish) bool {
	if w.visit != o.visit() {
		return false
	}
	form := o.stack.Form()
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
			if part.ID == w.id { // a house that cannot be played says why
				return form.Use(widget, kit.Use{Act: kit.Point}) && whole.UsePart(w.id, w.use.Act)
			}
		}
	}
	return false
}
