package kit

import "mancala/render"

// captionedHeight is the height of a button with a caption.
const captionedHeight = 60

// Extent returns the height of a button, which is higher with a caption.
func (b *Button) Extent(*render.Canvas, float64) Extent {
	if b.Caption != "" {
		return Exactly(captionedHeight)
	}
	return Exactly(ControlHeight)
}

// Extent returns the height of the field with its label and its note.
func (f *TextField) Extent(c *render.Canvas, width float64) Extent {
	return Exactly(f.Height(c, width))
}

// Extent returns the height of a heading.
func (h *Heading) Extent(*render.Canvas, float64) Extent { return Exactly(HeadingHeight) }

// Extent returns the height of a few rows, up to the height of all rows.
func (l *List) Extent(*render.Canvas, float64) Extent { return rowsExtent(l.Rows, l.RowHeight) }

// Extent returns the height of the header with a few rows, up to all rows, or with the sentence of
// an empty table.
func (t *Table) Extent(c *render.Canvas, width float64) Extent {
	if t.Rows == 0 {
		return Exactly(TextHeight(c, t.Empty, width-2*cellPad, emptyStyle) + 2*cellPad + emptyTop)
	}
	e := rowsExtent(t.Rows, max(tableRow, t.Tall))
	return Extent{e.Least + TableHeader, e.Most + TableHeader}
}

// rowsExtent returns the extent of a list of rows of a height.
func rowsExtent(rows int, height float64) Extent {
	const few = 3
	return Extent{float64(min(few, rows)) * height, float64(rows) * height}
}
