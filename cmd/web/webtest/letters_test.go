package webtest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pens makes the browser record the texts that the page draws on a canvas.
const pens = `
	globalThis.written = [];
	const fill = CanvasRenderingContext2D.prototype.fillText;
	CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
		written.push(text);
		return fill.call(this, text, ...rest);
	};`

// TestLetters types names in scripts that the program's fonts lack, which the browser draws, and
// others, which it does not.
func TestLetters(t *testing.T) {
	needBrowser(t)
	b := open(t, small, serveStatic(t), pens)
	b.press("button", "Settings")
	for _, section := range []string{"Look", "Sound"} {
		b.wait("the section "+section, func() bool { return b.focused().value == section })
		b.keys(kb.ArrowRight)
	}
	for name, drawn := range map[string]bool{
		"李雷": true, "محمد": true, "ไทย": true, "नमस्ते": true, "🐘 Ada": true, "Ἀχιλλεύς": false, "Дмитрий": false,
	} {
		b.press("textbox", "Your name")
		b.wait("the focus on the name", func() bool { return b.focused().is("textbox", "Your name") })
		b.keys(kb.End + strings.Repeat("\b", 12) + name)
		b.frames()
		b.shoot(name)
		wrote := func() (is bool) {
			b.read(fmt.Sprintf("written.some((line) => line.includes(%q))", name), &is)
			return is
		}
		if drawn {
			b.wait("the browser's "+name, wrote)
		} else if b.sees(name); wrote() {
			t.Errorf("the browser has drawn %s, which the program's fonts have", name)
		}
	}
}
