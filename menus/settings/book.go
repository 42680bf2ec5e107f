package settings

// Store is a key-value store of texts. Its methods return at once.
type Store interface {
	// Setting delivers the text stored under a key, or "", perhaps later, on the program's
	// goroutine.
	Setting(key string, done func(text string))
	// SetSetting stores a text under a key.
	SetSetting(key, text string)
}

// Book holds the settings of a running program: it loads them from a store and writes changes back.
// Make one with [Open]. It is not safe for concurrent use.
type Book struct {
	now     Settings
	store   Store
	given   func(*Settings)
	changed func(old, now Settings)
	touched map[string]bool // keys whose stored texts are obsolete
	waiting int             // the number of outstanding answers of the store
}

// Open returns settings that start as first, such as [Defaults]. The stored ones replace them as
// they arrive. given, if not nil, sets choices for this run only, such as the command line's: they
// are not stored, and apply until the user changes them. changed, if not nil, is called after every
// change by the store or the user.
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

// take applies the store's answer for a field, unless the user has already changed it.
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

// Now returns the current settings.
func (b *Book) Now() Settings { return b.now }

// Loaded reports whether the store has answered for all settings.
func (b *Book) Loaded() bool { return b.waiting == 0 }

// Change changes settings and stores the ones that differ. It always stores the settings under the
// confirmed keys: a choice of the command line applies to later runs, too, once the user has used
// it.
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

// SetName sets the name for this and later games.
func (b *Book) SetName(name string) {
	b.Change(func(s *Settings) { s.Name = name }, KeyName)
}
