package webtest

import (
	"strings"
	"testing"
)

// TestLongInvite opens a link with an invite, and others that the host refuses.
func TestLongInvite(t *testing.T) {
	needBrowser(t)
	h := startHost(t, "--invite")
	link := h.says(`(?m)http://\S+/#\S+$`)
	plain, invite, found := strings.Cut(link, "#")
	if !found {
		t.Fatalf("the link %s has no invite", link)
	}
	key, secret, _ := strings.Cut(invite, "-")
	wrong := "a" + secret[1:]
	if wrong == secret {
		wrong = "b" + secret[1:]
	}
	for _, url := range []string{plain, plain + "#" + key + "-" + wrong} {
		b := open(t, small, url)
		b.press("textbox", "Your name")
		b.keys("Mallory")
		b.press("button", "Play")
		b.usable("button", "Back")
		b.sees("invite")
		b.shoot("refused")
	}
	b := open(t, small, link)
	b.press("textbox", "Your name")
	b.keys("Bo")
	b.getsIn(h, "Bo is here.", func() { b.press("button", "Play") })
	if strings.Contains(h.output.String(), "Mallory is here.") {
		t.Error("a guest without the invite is in")
	}
	h.play(0, 5, b.answers)
}

// TestLongMeetingPoint plays a game through a meeting point. The guest opens its page with the code
// in the link.
func TestLongMeetingPoint(t *testing.T) {
	needBrowser(t)
	meet := startProgram(t, "meet", "127.0.0.1:0")
	point := meet.says(`a meeting point at (127\.0\.0\.1:\d+)`)
	h := startHost(t, "--no-web", "--via", point)
	b := open(t, small, h.says(`(?m)http://`+point+`/#\S+$`))
	b.press("textbox", "Your name")
	b.keys("Bo")
	b.shoot("form")
	b.getsIn(h, "Bo is here.", func() { b.press("button", "Play") })
	h.play(0, len(script), b.answers)
	b.ends(h)
}
