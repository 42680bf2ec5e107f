package render

import "mancala/rules"

// digitWidth is the width of a bold digit, in type sizes.
const digitWidth = 0.6

// band returns the width of the strip for counts and numbers, between a row and the edge of the
// board.
func (l Layout) band() float64 {
	if l.upright {
		beside := 2.2*digitWidth*l.countSize() + 2.4*digitWidth*l.numberSize() + 0.24*l.pitch
		if l.face().stores != ovalStores { // a store's count is elsewhere
			return beside
		}
		return max(beside, 3.3*digitWidth*l.storeCountSize())
	}
	if l.small() {
		return 0.78*l.countSize() + 0.2*l.pitch
	}
	return 0.78*l.countSize() + 1.3*l.numberSize() + 0.2*l.pitch
}

// sized returns a size of letters: a share of a pitch, or the share small on a small board, within
// least..most for letters of the usual size.
func (l Layout) sized(share, small, least, most float64) float64 {
	if l.small() {
		return small * l.pitch
	}
	return l.letters * min(max(share*l.pitch, least), most)
}

// countSize returns the type size of a house's count. An upright board has more room beside its
// houses.
func (l Layout) countSize() float64 {
	if l.upright {
		return l.sized(0.27, 0.4, 18, 48)
	}
	return l.sized(0.2, 0.4, 18, 36)
}

// storeCountSize returns the type size of a store's count. Three digits must fit into the place of
// the store.
func (l Layout) storeCountSize() float64 {
	const least = 32
	if l.trays() && l.upright { // between the rows
		return min(l.aisle()/(3.3*digitWidth), l.sized(0.29, 0.48, least, 56))
	}
	return min(max(0.58*l.pitch, least), l.sized(0.29, 0.48, least, 56))
}

// numberSize returns the type size of a house's number; zero if numbers are not shown.
func (l Layout) numberSize() float64 { return l.sized(0.115, 0, 13, 20) }

// gainSize returns the type size of a count after a previewed ply.
func (l Layout) gainSize() float64 {
	if l.small() {
		return 0.31 * l.pitch
	}
	return max(16, 0.8*l.countSize())
}

// wordSize returns the type size of words about a ply; announcements are larger.
func (l Layout) wordSize() float64 { return l.sized(0.16, 0.36, 17, 30) }

// countReach returns half the extent of a house's count across the board.
func (l Layout) countReach() float64 {
	if l.upright {
		return 1.1 * digitWidth * l.countSize()
	}
	return 0.39 * l.countSize()
}

// CountAnchor returns the middle of a pit's count: outside the row for a house, beside the end at
// its owner's row for a store, and for a tray behind its outer end.
func (l Layout) CountAnchor(p rules.Pit) Point {
	sign := l.sign(p.Side)
	along, _ := l.place(p)
	across := l.rowEnd() + 0.09*l.pitch + l.countReach()
	switch {
	case p.IsStore() && l.trays():
		_, outer := l.tray()
		return l.out(sign*(outer+l.trayCountRoom()/2), 0)
	case p.IsStore() && l.face().stores == bowlStores:
		_, reach := l.extent(p)
		across = reach + 0.08*l.pitch + 0.55*l.storeCountSize()
		if l.upright { // the digits stand across the board
			across = reach + 0.08*l.pitch + 1.2*max(0.35*l.pitch, 1.1*digitWidth*l.storeCountSize())
		}
	case p.IsStore() || l.small():
		across = l.rowEnd() + 0.48*l.band()
	}
	return l.out(along, sign*across)
}

// rails returns the inlays under the counts, one for each row and each store. counts is the size of
// counts as a share of the usual one.
func (l Layout) rails(counts float64) (list [4]Rect) {
	along, across := l.in(l.CountAnchor(rules.Pit{Side: l.bottom, House: rules.House(l.houses)}))
	wide, store := 0.56*counts*l.countSize(), counts*max(0.7*l.pitch, 2.2*digitWidth*l.storeCountSize())
	if l.upright {
		wide = 0.78 * counts * l.countSize()
	}
	switch {
	case l.trays():
		store = min(store, l.trayCountRoom()-0.1*l.pitch)
	case l.upright && l.face().stores == ovalStores:
		store = min(store, l.band()-0.12*l.pitch)
	}
	for i, side := range [...]rules.Side{rules.South, rules.North} {
		list[2*i] = l.around(0, l.sign(side)*across, along+0.44*l.pitch, wide)
		at := l.CountAnchor(rules.StoreOf(side))
		list[2*i+1] = Rect{X: at.X, Y: at.Y}.Centered(store, 1.04*l.storeCountSize())
	}
	return list
}

// NumberAnchor returns the middle of a house's number, between its count and the edge of the board.
// Small boards show no numbers.
func (l Layout) NumberAnchor(p rules.Pit) Point {
	along, _ := l.place(p)
	return l.out(along, l.sign(p.Side)*(l.size().Y/2-(l.face().frame+0.06)*l.pitch-0.6*l.numberSize()))
}

// pairsCounts reports whether the count of a house and the one after a previewed ply, of two digits
// each, fit beside each other. counts is the size of counts as a share of the usual one.
func (l Layout) pairsCounts(counts float64) bool {
	if l.upright {
		return !l.small()
	}
	return 2*digitWidth*counts*l.countSize()+3*digitWidth*l.gainSize()+0.1*l.pitch <= l.pitch
}

// gainAnchor returns the anchor and the alignment of the count of a house after a ply. The count
// before it is width units wide.
// It is to the right of that count, or below it on an upright board.
func (l Layout) gainAnchor(p rules.Pit, size, width float64) (Point, Align) {
	at := l.CountAnchor(p)
	if l.upright {
		return at.Add(Point{0, 0.4*size + 0.5*l.gainSize()}), Center
	}
	return at.Add(Point{width/2 + 0.05*l.pitch, 0}), Left
}

// storeGainAnchor returns the anchor of a store's count after a ply: on the end of the store
// beside the count.
func (l Layout) storeGainAnchor(p rules.Pit) Point {
	along, _ := l.place(p)
	inside := 0.1 * l.pitch
	if l.small() || l.upright {
		inside = 0.3 * l.pitch // the count is closer or the change wider
	}
	if l.trays() {
		_, outer := l.tray()
		return l.out(l.sign(p.Side)*(outer-0.4*l.pitch), 0)
	}
	_, reach := l.extent(p)
	return l.out(along, l.sign(p.Side)*(reach-inside))
}

// aisleAt returns the middle of words of a size between the two rows nearest to a pit. On an
// upright board it is in the gap before the next pit, so that words there do not cover houses. The
// words end before the rims of the stores.
func (l Layout) aisleAt(p rules.Pit, size Point) Point {
	const air = 0.06
	along, _ := l.place(p)
	if l.upright {
		along += l.sign(p.Side) * 0.5 * l.pitch
	}
	end := float64(l.houses) / 2 * l.pitch
	if !l.trays() {
		store, _ := l.place(rules.StoreOf(l.bottom))
		end = store - (l.face().storeHalf+air)*l.pitch
	}
	most := max(0, end-l.lie(size).X/2)
	return l.out(max(-most, min(most, along)), 0)
}

// hintAnchor returns the anchor of the word at an advised house: slightly inside its edge at the
// other row, so that it does not cover words between the rows.
func (l Layout) hintAnchor(p rules.Pit) Point {
	along, _ := l.place(p)
	return l.out(along, l.sign(p.Side)*(l.aisle()/2+0.07*l.pitch))
}
