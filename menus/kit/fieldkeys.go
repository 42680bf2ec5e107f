package kit

import "github.com/hajimehoshi/ebiten/v2"

// key handles one key press and reports whether the field used it.
func (f *TextField) key(p KeyPress) bool {
	e := &f.edit
	left, right := e.prev(e.caret), e.next(e.caret)
	switch from, to := e.selection(); {
	case p.Ctrl || p.Alt: // by a word
		left, right = e.wordStart(e.caret), e.wordEnd(e.caret)
	case from != to && !p.Shift: // to an end of the selection
		left, right = from, to
	}
	switch p.Key {
	case ebiten.KeyArrowLeft:
		e.moveTo(left, p.Shift)
	case ebiten.KeyArrowRight:
		e.moveTo(right, p.Shift)
	case ebiten.KeyHome:
		e.moveTo(0, p.Shift)
	case ebiten.KeyEnd:
		e.moveTo(len(e.text), p.Shift)
	case ebiten.KeyBackspace:
		e.deleteTo(left)
	case ebiten.KeyDelete:
		e.deleteTo(right)
	default:
		if p.Ctrl && !p.Alt {
			return f.shortcut(p)
		}
		return types(p.Key)
	}
	return true
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
