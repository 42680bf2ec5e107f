package menus

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules/rulestest"
)

// A program that is listened to tells what a person who does not see it has to know.
func TestTheProgramTells(t *testing.T) {
	var told []string
	listened := func(c *Config) {
		c.Tell = func(text string, urgent bool) {
			if urgent {
				text = "! " + text
			}
			told = append(told, text)
		}
		c.Show = func(Picture) {}
	}
	for _, c := range []struct {
		name string
		do   func(v *visit)
		want string
	}{
		{"a message of the window", func(v *visit) { v.Say("It is kept.") }, "It is kept."},
		{"a refusal", func(v *visit) {
			v.here(rulestest.Variant(t, "kalah", 6, 4), 1)
			p := v.look()
			v.Use(p.Visit, "game.board", kit.Use{})
			v.grant()
		}, "! That cannot be used now."},
		{"a guest who knocks", func(v *visit) { v.host(bo) }, "! Bo wants to play."},
		{"a guest who reads", func(v *visit) {
			v.host()
			v.link.Push(match.Deciding{Peers: []string{"Bo"}})
			v.wait(2, 0)
		}, "Bo is reading the rules."},
		{"a field that is wrong", func(v *visit) {
			v.Go(page.ToJoin{})
			v.tellPicture()
			v.named("join.address").(*kit.TextField).Error = "There is no such host."
			v.tellPicture()
		}, "! There is no such host."},
		{"what is waited for", func(v *visit) {
			v.Go(page.ToJoin{Addr: "192.168.1.20:7000"})
			v.tellPicture()
		}, "Connecting to 192.168.1.20:7000."},
	} {
		told = nil
		v := stop{name: c.name, screen: "main menu", changes: listened}.visit(t, 1280, 720)
		v.tellPicture()
		c.do(v)
		v.voice.flush(time.Now())
		if !slices.ContainsFunc(told, func(s string) bool {
			return strings.HasPrefix(s, "! ") == strings.HasPrefix(c.want, "! ") && strings.Contains(s, strings.TrimPrefix(c.want, "! "))
		}) {
			t.Errorf("%s: told %q, want %q", c.name, told, c.want)
		}
	}
}

// tellPicture shows the picture of the screen to those outside.
func (v *visit) tellPicture() {
	v.settle()
	v.width, v.height, v.scale, v.dirty = v.w, v.h, 1, true
	v.show()
}
