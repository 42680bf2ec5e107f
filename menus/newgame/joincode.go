package newgame

import (
	"strings"

	"mancala/match"
	"mancala/words"
)

// pointOf returns the meeting point of an address, LOOKUP@HOST:PORT or @HOST:PORT, as a person
// writes it, and whether it has one.
func pointOf(addr string) (point string, met bool) {
	_, point, met = strings.Cut(addr, "@")
	return match.Meeting{Point: point}.At(), met
}

// shownAddress returns an address as it is shown: at a meeting point, hosts come and go.
func shownAddress(addr string) string {
	if point, met := pointOf(addr); met {
		return point
	}
	return addr
}

// remembered returns an address that was joined as it is remembered: without the host at a meeting
// point, who gets another code the next time.
func remembered(addr string) string {
	if point, met := pointOf(addr); met {
		return "@" + point
	}
	return addr
}

// usualPoint returns the meeting point of the settings or, if there is none, that which was used
// last, or "".
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

// meetAt has codes that name no meeting point be those of one.
func (j *joinScreen) meetAt(point string) {
	j.point = point
	j.address.Hint = words.T("A code such as amber-fox-31@meet.example.org, a link, or an address such as 192.168.1.20.")
	if point != "" {
		j.address.Hint = words.T("A code such as amber-fox-31 of %s, a link, or an address such as 192.168.1.20.", point)
	}
}

// askCode has the person type a code of a meeting point.
func (j *joinScreen) askCode(point string) {
	j.meetAt(point)
	j.address.SetText("")
	j.Controls.Focus(j.address)
	j.forget()
	j.Shell.Relayout()
}

// show shows an address or an invite in the field. The lookup of a host at a meeting point is no
// code: if it does not connect, the person types one.
func (j *joinScreen) show(text string) {
	code, _, _ := strings.Cut(text, "@")
	if point, met := pointOf(text); met && !j.Ports.IsCode(code) {
		j.meetAt(point)
		text = ""
	}
	j.address.SetText(text)
}

// typed returns the text that the person typed, with the meeting point behind a code that names
// none.
func (j *joinScreen) typed() string {
	text := strings.TrimSpace(j.address.Text())
	if j.point != "" && j.Ports.IsCode(text) {
		return text + "@" + j.point
	}
	return text
}
