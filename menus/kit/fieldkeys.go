package kit

import (
	"github.com/hajimehoshi/ebiten/v2"
)

// key handles one key press and reports whether the field used it.
func (f *TextField) key(p KeyPress) bool {
	e := &f.edit
	byWord := p.Ctrl || p.Alt
	switch p.Key {
	case ebiten.KeyArrowLeft:
		f.left(p.Shift, byWord)
	case ebiten.KeyArrowRight:
		f.right(p.Shift, byWord)
	case ebiten.KeyHome:
		e.moveTo(0, p.Shift)
	case ebiten.KeyEnd:
		e.moveTo(len(e.text), p.Shift)
	case ebiten.KeyBackspace:
		to := e.prev(e.caret)
		if byWord {
			to = e.wordStart(e.caret)
		}
		e.deleteTo(to)
	case ebiten.KeyDelete:
		to := e.next(e.caret)
		if byWord {
			to = e.wordEnd(e.caret)
		}
		e.deleteTo(to)
	default:
		if p.Ctrl && !p.Alt {
			return f.shortcut(p)
		}
		return types(p.Key)
	}
	return true
}

// left moves the caret to the left by a letter or a word, or to the left end of the selection.
func (f *TextField) left(extend, byWord bool) {
	from, to := f.edit.selection()
	switch {
	case byWord:
		f.edit.moveTo(f.edit.wordStart(f.edit.caret), extend)
	case from != to && !extend:
		f.edit.moveTo(from, false)
	default:
		f.edit.moveTo(f.edit.prev(f.edit.caret), extend)
	}
}

// right is left in the other direction.
func (f *TextField) right(extend, byWord bool) {
	from, to := f.edit.selection()
	switch {
	case byWord:
		f.edit.moveTo(f.edit.wordEnd(f.edit.caret), extend)
	case from != to && !extend:
		f.edit.moveTo(to, false)
	default:
		f.edit.moveTo(f.edit.next(f.edit.caret), extend)
	}
}

// shortcut handles select all, copy, cut and paste. If the clipboard fails, nothing changes.
func (f *TextField) shortcut(p KeyPress) bool {
	switch p.Key {
	case ebiten.KeyA:
		f.edit.selectAll()
	case ebiten.KeyC, ebiten.KeyX:
		text := f.edit.selected()
		if text == "" || !CanCopy(f.Clipboard) || f.Clipboard.Write(text) != nil {
			return true
		}
		if p.Key == ebiten.KeyX {
			f.edit.deleteTo(f.edit.caret)
		}
	case ebiten.KeyV:
		if !CanCopy(f.Clipboard) {
			return true
		}
		if text, err := f.Clipboard.Read(); err == nil {
			f.edit.insert(text)
		}
	default:
		return false
	}
	return true
}

// types reports whether a key types a character. A field keeps such keys from widgets behind.
func types(k ebiten.Key) bool {
	switch k {
	case ebiten.KeyTab, ebiten.KeyEnter, ebiten.KeyNumpadEnter, ebiten.KeyEscape, ebiten.KeyArrowUp, ebiten.KeyArrowDown,
		ebiten.KeyPageUp, ebiten.KeyPageDown, ebiten.KeyInsert, ebiten.KeyContextMenu, ebiten.KeyPrintScreen,
		ebiten.KeyPause, ebiten.KeyScrollLock, ebiten.KeyNumLock, ebiten.KeyCapsLock:
		return false
	}
	return k < ebiten.KeyF1 || k > ebiten.KeyF24
}
