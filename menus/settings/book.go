package settings

// Store keeps texts under keys. Its methods return at once.
type Store interface {
	// Setting delivers the text kept under a key, or "", perhaps later, on the goroutine of the
	// program.
	Setting(key string, done func(text string))
	// SetSetting keeps a text under a key.
	SetSetting(key, text string)
}

// Book is the settings of a running program: they come from a store, and changes go into it. Make
// one with [Open]. Its methods are for one goroutine.
type Book struct {
	now     Settings
	store   Store
	given   func(*Settings)
	changed func(old, now Settings)
	touched map[string]bool // keys that are no longer waited for
	waiting int             // for how many answers of the store
}

// Open returns settings that begin as the first ones, such as [Defaults], and take in the texts of
// the store as it answers. Given, if not nil, makes the choices of this run alone, such as those of
// the command line: they are not kept, and they count until they are changed. Changed, if not nil,
// is called after every change, be it the store's or the person's.
func Open(store Store, first Settings, given func(*Settings), changed func(old, now Settings)) *Book {
	b := &Book{now: first, store: store, given: given, changed: changed, touched: map[string]bool{}, waiting: len(table)}
	if b.given == nil {
		b.given = func(*Settings) {}
	}
	if b.changed == nil {
		b.changed = func(Settings, Settings) {}
	}
	b.given(&b.now)
	for _, f := range table {
		store.Setting(f.key, func(text string) {
			b.waiting--
			b.take(f, text)
		})
	}
	return b
}

// take takes in the store's answer for a field, unless the person was faster.
func (b *Book) take(f field, text string) {
	old := b.now
	if b.touched[f.key] || !f.decode(&b.now, text) {
		return
	}
	given := b.now
	b.given(&given)
	f.decode(&b.now, f.encode(&given))
	if b.now != old {
		b.changed(old, b.now)
	}
}

// Now returns the settings as they are.
func (b *Book) Now() Settings { return b.now }

// Loaded reports whether the store has answered for all settings.
func (b *Book) Loaded() bool { return b.waiting == 0 }

// Change changes settings and keeps those that are other ones then. Those under the keys of
// confirmed are kept in any case: a choice of the command line counts for later runs, too, once the
// person has used it.
func (b *Book) Change(do func(*Settings), confirmed ...string) {
	old := b.now
	do(&b.now)
	for _, f := range table {
		text := f.encode(&b.now)
		keep := text != f.encode(&old)
		for _, key := range confirmed {
			keep = keep || key == f.key
		}
		if keep {
			b.touched[f.key] = true
			b.store.SetSetting(f.key, text)
		}
	}
	if b.now != old {
		b.changed(old, b.now)
	}
}

// SetName takes a name for this and later games.
func (b *Book) SetName(name string) {
	b.Change(func(s *Settings) { s.Name = name }, KeyName)
}
