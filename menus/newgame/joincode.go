package newgame

import (
	"strings"

	"mancala/internal/table"
	"mancala/internal/words"
)

// pointOf returns the meeting point of an address, LOOKUP@HOST:PORT or @HOST:PORT, in the form that
// users type, and whether it has one.
func pointOf(addr string) (point string, met bool) {
	_, point, met = strings.Cut(addr, "@")
	return table.Meeting{Point: point}.At(), met
}

// shownAddress returns an address for display: only its meeting point, if it has one, since hosts
// there come and go.
func shownAddress(addr string) string {
	if point, met := pointOf(addr); met {
		return point
	}
	return addr
}

// remembered returns an address in the stored form: without the host at a meeting point, whose code
// changes.
func remembered(addr string) string {
	if point, met := pointOf(addr); met {
		return "@" + point
	}
	return addr
}

// usualPoint returns the meeting point of the settings, or else the one used last, or "".
func (j *joinScreen) usualPoint() string {
	now := j.Settings.Now()
	if now.MeetingPoint != "" {
		return now.MeetingPoint
	}
	for _, host := range now.Hosts.List() {
		if point, met := pointOf(host); met {
			return point
		}
	}
	return ""
}

// meetAt sets the meeting point for codes without one.
func (j *joinScreen) meetAt(point string) {
	j.point = point
	j.address.Hint = words.T("An address, a link, or a code such as amber-fox-31@meet.example.org.")
	if point != "" {
		j.address.Hint = words.T("An address, a link, or a code such as amber-fox-31 from %s.", point)
	}
}

// askCode asks the user for a code of a meeting point.
func (j *joinScreen) askCode(point string) {
	j.meetAt(point)
	j.address.SetText("")
	j.Controls.Focus(j.address)
	j.trouble.Clear(j.Shell, j.address)
	j.Shell.Relayout()
}

// show puts an address or an invite in the field. For the lookup of a host at a meeting point,
// which is no code, the field stays empty.
func (j *joinScreen) show(text string) {
	code, _, _ := strings.Cut(text, "@")
	if point, met := pointOf(text); met && !j.Ports.IsCode(code) {
		j.meetAt(point)
		text = ""
	}
	j.address.SetText(text)
}

// typed returns the text in the field. It appends the meeting point to a code without one.
func (j *joinScreen) typed() string {
	text := strings.TrimSpace(j.address.Text())
	if j.point != "" && j.Ports.IsCode(text) {
		return text + "@" + j.point
	}
	return text
}
