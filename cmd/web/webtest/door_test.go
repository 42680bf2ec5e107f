package webtest

import (
	"strings"
	"testing"
)

// TestInvite opens a link with an invite, and others that the host does not let in.
func TestInvite(t *testing.T) {
	needBrowser(t)
	h := startHost(t, append([]string{"--invite"}, small...)...)
	h.hears("/#")
	link := h.url()
	plain, invite, found := strings.Cut(link, "#")
	if !found {
		t.Fatalf("the link %s has no invite", link)
	}
	wrong := "a"
	if strings.HasSuffix(invite, wrong) {
		wrong = "b"
	}
	for _, url := range []string{plain, plain + "#" + invite[:len(invite)-1] + wrong} {
		b := open(t, desk, url)
		b.press("textbox", "Your name")
		b.keys("Mallory")
		b.press("button", "Play")
		b.sees("invite")
		b.usable("button", "Main menu")
		b.shoot("refused")
	}
	b := open(t, desk, link)
	b.press("textbox", "Your name")
	b.keys("Bo")
	b.press("button", "Play")
	h.hears("Bo is here.")
	if strings.Contains(h.said(), "Mallory is here.") {
		t.Error("a guest without the invite is in")
	}
	h.play(0, 5, b.sows)
}
