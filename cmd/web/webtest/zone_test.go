package webtest

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
)

// clockAt makes the page believe that it is opened at a moment.
func clockAt(at time.Time) string {
	return fmt.Sprintf(`
	globalThis.Date = class extends Date {
		static away = %d - Date.now();
		static now() { return super.now() + this.away; }
		constructor(...args) {
			if (args.length) super(...args);
			else super(globalThis.Date.now());
		}
	};`, at.UnixMilli())
}

// TestDates plays a game half a year ago, less than an hour before or after midnight, and reads its
// day.
func TestDates(t *testing.T) {
	needBrowser(t)
	url := serveStatic(t)
	for _, c := range []struct {
		zone        string
		played, now string
		day         string
	}{
		{"Europe/Berlin", "2026-07-10T22:30:00Z", "2026-12-01T12:00:00Z", "11 Jul 2026"},
		{"Australia/Lord_Howe", "2026-07-10T13:15:00Z", "2026-12-01T12:00:00Z", "10 Jul 2026"},
	} {
		t.Run(c.zone, func(t *testing.T) {
			moment := func(text string) time.Time {
				at, err := time.Parse(time.RFC3339, text)
				if err != nil {
					t.Fatal(err)
				}
				return at
			}
			start := func(b *tab) {
				b.run("moving", emulation.SetTimezoneOverride(c.zone))
				b.reload()
			}
			b := open(t, small, url, clockAt(moment(c.played)))
			start(b)
			b.press("button", "Play the computer")
			b.press("button", "Seedling")
			b.press("button", "house 3")
			b.press("button", "Menu")
			b.press("button", "Resign")
			b.sees("Seedling wins this game.") // or else the menu's button is pressed twice
			b.press("button", "Resign")
			b.usable("button", "Main menu")
			b.shut()
			b = openAs(t, small, b.person, url, clockAt(moment(c.now)))
			start(b)
			b.press("button", "My games")
			b.sees(c.day)
			b.shoot("games")
		})
	}
}
