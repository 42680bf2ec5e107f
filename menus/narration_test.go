package menus

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/table"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// A program with a listener tells everything that a user without sight of the window needs.
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
			v.link.Push(table.Deciding{Peers: []string{"Bo"}})
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
		v.outside.announcer.flush(time.Now())
		if !slices.ContainsFunc(told, func(s string) bool {
			return strings.HasPrefix(s, "! ") == strings.HasPrefix(c.want, "! ") && strings.Contains(s, strings.TrimPrefix(c.want, "! "))
		}) {
			t.Errorf("%s: told %q, want %q", c.name, told, c.want)
		}
	}
}

// In a review, the peer's wish to play again is both narrated and shown as a message.
func TestARematchIsToldOnceInAReview(t *testing.T) {
	var told []string
	listened := func(c *Config) {
		c.Tell = func(text string, _ bool) { told = append(told, text) }
	}
	v := stop{name: "review", screen: "main menu", changes: listened}.visit(t, 1280, 720)
	link := v.remote(rulestest.Variant(t, "kalah", 6, 4), 3, 1)
	matchtest.Check(t, link.Series.Match().Resign(rules.North))
	link.Push(table.GameOver{By: match.Guest})
	v.wait(2, 0)
	v.Go(page.ToReview{Scene: v.Scene()})
	v.wait(2, 0)
	v.outside.announcer.flush(time.Now())
	told = nil
	link.Push(table.RematchWanted{By: match.Guest})
	v.wait(2, 0)
	v.outside.announcer.flush(time.Now())
	if len(told) != 1 || strings.Count(told[0], "play again") != 1 || v.notices.toasts.Text() != "Bo would like to play again." {
		t.Errorf("told %q, shown is %q", told, v.notices.toasts.Text())
	}
	matchtest.Check(t, link.Series.Next())
	link.Push(table.GameStarted{ID: "g-2", Self: rules.North})
	v.wait(1, 0)
	v.outside.announcer.flush(time.Now())
	if strings.Count(told[len(told)-1], "Game 2 begins.") != 1 || v.Top().Name() != "game" {
		t.Errorf("told %q on the screen %q", told, v.Top().Name())
	}
}

// tellPicture passes the picture of the screen to Show.
func (v *visit) tellPicture() {
	v.settle()
	v.width, v.height, v.scale, v.dirty = v.w, v.h, 1, true
	v.outside.show(v.unit())
}
