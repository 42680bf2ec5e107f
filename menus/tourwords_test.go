package menus

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/render"
)

// texts draws the screen and returns its lines of text.
func (v *visit) texts(picture *ebiten.Image) []render.Lettering {
	v.settle()
	c := v.Shared().Canvas
	c.Begin(picture, v.Shared().Unit(v.w, v.h, 1))
	var list []render.Lettering
	v.Shared().Art.DrawBackdrop(c) // tells the art the size of the window, so that it keeps its pictures
	c.Overhear(func(l render.Lettering) { list = append(list, l) })
	c.Unseen(func() { v.Top().Draw(c) })
	c.Overhear(nil)
	return list
}

// tourSizes are the window sizes, in pixels, in which every word must be visible. The last three
// are a phone's: upright with and without the bars of a browser, and sideways.
var tourSizes = [][2]int{{640, 400}, {600, 1000}, {1280, 720}, {390, 664}, {390, 844}, {844, 390}}

// largeSizes are the sizes in which every word of real languages must be visible with the largest
// text.
var largeSizes = [][2]int{{640, 400}, {1280, 720}, {600, 1000}, {390, 664}, {390, 844}}

// No text is omitted, shortened, on another one or outside the window, on any screen in any
// language, and each has a translation.
func TestNoWordIsCutOff(t *testing.T) {
	for _, language := range []string{words.English, "de", words.Long} {
		for _, size := range tourSizes {
			if testing.Short() && (size[0] != 640 || language != words.Long) { // the race detector finds nothing more there
				continue
			}
			t.Run(fmt.Sprintf("%s/%dx%d", language, size[0], size[1]), func(t *testing.T) { noWordIsCutOff(t, language, size, nil) })
		}
		for _, size := range largeSizes {
			if testing.Short() && (size[0] != 640 || language != "de") || language == words.Long {
				continue
			}
			t.Run(fmt.Sprintf("%s/large-%dx%d", language, size[0], size[1]), func(t *testing.T) {
				noWordIsCutOff(t, language, size, galleryTexts["clear"])
			})
		}
	}
}

// noWordIsCutOff checks every screen in a language and a window.
func noWordIsCutOff(t *testing.T, language string, size [2]int, texts menustest.Shelf) {
	t.Helper()
	picture := ebiten.NewImage(size[0], size[1])
	defer picture.Deallocate()
	for _, s := range stops() {
		t.Run(s.name, func(t *testing.T) {
			menustest.Speak(t, language)
			v := s.visitWith(t, texts, size[0], size[1])
			drawn := v.texts(picture)
			for _, trouble := range append(v.cutOff(drawn), v.misplaced()...) {
				if !excused(tightWords, language, s.name, trouble) {
					t.Error(trouble)
				}
			}
			if language == words.Long {
				v.checkTranslated(s.name, drawn)
			}
		})
	}
}

// The controls have their places, and room for their labels, in windows of all other sizes as well.
func TestEveryControlHasItsPlace(t *testing.T) {
	sizes := slices.DeleteFunc(slices.Clone(menustest.Windows), func(size [2]int) bool { return slices.Contains(tourSizes, size) })
	for _, language := range menustest.Languages() {
		if testing.Short() && language != words.Long {
			continue
		}
		for _, s := range stops() {
			t.Run(language+"/"+s.name, func(t *testing.T) {
				menustest.Speak(t, language)
				v := s.visit(t, 1280, 720)
				for _, size := range sizes {
					v.w, v.h, v.laid = size[0], size[1], nil
					v.settle()
					for _, trouble := range v.misplaced() {
						if !excused(tightWords, language, s.name, trouble) {
							t.Errorf("%v: %s", size, trouble)
						}
					}
				}
			})
		}
	}
}

// The effects of each control are visible and translated too: the screens behind it, and the
// toasts.
func TestLongWhatComesOfAControlHasItsWords(t *testing.T) {
	for _, s := range stops() {
		t.Run(s.name, func(t *testing.T) {
			menustest.Speak(t, words.Long)
			for _, control := range s.controls(t) {
				if control.name == "settings.language" {
					continue
				}
				v := s.visit(t, 640, 400)
				if used, _ := tryControl(v, typist{}, control); !used {
					continue
				}
				drawn := v.texts(tourPicture)
				for _, text := range append(untranslated(drawn), unmarked([]string{v.notices.toasts.Text()})...) {
					if !excused(plainWords, "", s.name, text) {
						t.Errorf("after %s: %q is not translated", control.name, text)
					}
				}
				for _, trouble := range append(v.cutOff(drawn), v.misplaced()...) {
					if !excused(tightWords, words.Long, v.Top().Name(), trouble) {
						t.Errorf("after %s: %s", control.name, trouble)
					}
				}
			}
		})
	}
}

// cutOff returns the drawn texts that are not completely visible, or lie on others.
func (v *visit) cutOff(drawn []render.Lettering) (list []string) {
	list = overlapping(drawn)
	for _, l := range drawn {
		switch {
		case l.Whole != l.Text:
			list = append(list, fmt.Sprintf("%q is shortened to %q", l.Whole, l.Text))
		case strings.HasSuffix(l.Text, " …"):
			list = append(list, fmt.Sprintf("after %q lines are left out", l.Text))
		case l.Place.X < -0.5 || l.Place.Right() > v.window.W+0.5:
			list = append(list, fmt.Sprintf("%q runs out of the window", l.Text))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// overlapping returns the texts that lie on each other.
func overlapping(drawn []render.Lettering) (list []string) {
	visible := func(l render.Lettering) (x, y, right, bottom float64) {
		return max(l.Place.X, l.Clip.X), max(l.Place.Y, l.Clip.Y), min(l.Place.Right(), l.Clip.Right()), min(l.Place.Bottom(), l.Clip.Bottom())
	}
	for i, l := range drawn {
		x, y, right, bottom := visible(l)
		for _, other := range drawn[:i] {
			x2, y2, right2, bottom2 := visible(other)
			if !l.Aside && !other.Aside && min(right, right2)-max(x, x2) > 3 && min(bottom, bottom2)-max(y, y2) > 0.3*min(l.Size, other.Size) {
				list = append(list, fmt.Sprintf("%q lies on %q", l.Text, other.Text))
			}
		}
	}
	return list
}

// misplaced returns the controls that have no room for their text, are outside the window, are too
// small, or cover others. The speaker button is one of them. A page that scrolls continues below
// its actions.
func (v *visit) misplaced() (list []string) {
	form := v.Top().Form()
	for _, id := range form.Clipped(v.Shared().Canvas) {
		list = append(list, fmt.Sprintf("the control %q has no room for its text", id))
	}
	widgets := form.Widgets()
	for _, w := range widgets {
		info := form.Info(w)
		if r := info.Bounds; !info.Hidden && (r.X < 0 || r.Y < 0 || r.Right() > v.window.W || r.Bottom() > v.window.H+0.5) {
			list = append(list, fmt.Sprintf("the control %q is not in the window", info.ID))
		}
	}
	if form.Scrolls() {
		return list
	}
	for i, w := range widgets {
		r := w.Bounds()
		if r.W < 40 || r.H < 20 {
			list = append(list, fmt.Sprintf("the control %q has only %.0f by %.0f units", v.name(w), r.W, r.H))
		}
		for _, other := range widgets[:i] {
			if o := other.Bounds(); r.X < o.Right() && o.X < r.Right() && r.Y < o.Bottom() && o.Y < r.Bottom() {
				list = append(list, fmt.Sprintf("the controls %q and %q overlap", v.name(w), v.name(other)))
			}
		}
	}
	return list
}

// tightWords are the texts that may be cut off, each with the reason.
var tightWords = []exception{
	{language: words.Long, text: "Ann against Bo"},           // names in this line may be shortened
	{language: words.Long, text: "unfinished"},               // as in this one
	{language: words.Long, text: "Ann won 27 to 21"},         //
	{language: words.Long, stop: "settings", text: "Walnut"}, // the marks alone double the length of a single word
	{language: words.Long, stop: "settings", text: "Walnu"},  //
	{language: words.Long, stop: "settings", text: "Contra"}, //
	{language: words.Long, stop: "settings", text: "settings.theme-"},
	{text: "mancala://"}, // a field shows the part around its caret
	{language: words.Long, text: "noothiing foor 2 …"},                     // two names, a number and two buttons in one line of the smallest window
	{language: words.Long, text: "[!! Un"},                                 //
	{language: words.Long, text: "talk.mute"},                              //
	{language: words.Long, text: "[!! Low"},                                //
	{language: words.Long, text: "[!! Nothiing betweeen"},                  // a remark between two players
	{language: words.Long, stop: "review", text: "thee gaamee too iits …"}, // beside a graph, in the smallest window
	{language: words.Long, text: "[!! Ann against"},                        // names, again
	{language: words.Long, text: "Knoown …"},                               // the sentence above says the same in other words
	{language: words.Long, stop: "ladder", text: "[!! Kalah !!] …"},        //
	{stop: "watching, the end", text: `"Ann"`},                             // a board of one house is less wide than a plate needs
	{stop: "knock, several", text: "Ann Bo Ann Bo Ann Bo Bo"},              // a long name beside a long address
	{text: "(1200) - "},                   // the names of two
	{language: words.Long, text: "main."}, // links in a low column; the marks alone double a word
	{language: words.Long, text: "[!! Help"},
	{language: words.Long, text: "[!! Learn"},
	{language: words.Long, text: "[!! Top Scores"},
	{language: words.Long, text: "[!! My games"},
	// On a phone held upright:
	{language: words.Long, stop: "main menu, first start", text: "faar, oor aagaiinst"}, // below the offer there is room for one line
	{language: words.Long, text: "noothiing foor 2 miinuuteees …"},                      // two names, a number and two buttons, again
	{language: words.Long, stop: "settings", text: "[!! A coomputeer that ruuns"},
	{language: words.Long, stop: "settings", text: "settings.meeting-point"},
	{language: words.Long, stop: "game menu", text: "[!! Turn the booard"},
	{language: words.Long, stop: "game menu", text: "menu.flip-on-turn"},
	{language: words.Long, stop: "review, judged", text: "[!! 4 posiitioons"},
	{language: words.Long, stop: "end of game, a win to be named", text: `"Ann"`}, // the other name takes the room
	{language: words.Long, text: `"[!! New here?" lies on`},                       // two lines above another
	{language: words.Long, text: `"[!! Through my roouter's" lies on`},
	{language: words.Long, text: `"[!! house 3 !!]" lies on "[!! best !!]"`}, // the marks need the room of two words
	{language: words.Long, text: `"[!! house 1 !!]" lies on "[!! only move !!]"`},
	{language: words.Long, stop: "statistics", text: `"[!! 0: as strong as you !!]" lies on`}, // on one held sideways
}

// exception is an excused text on a stop in a language. An empty field matches everything.
type exception struct{ language, stop, text string }

// excused reports whether a text is in a list of exceptions.
func excused(list []exception, language, stop, text string) bool {
	return slices.ContainsFunc(list, func(e exception) bool {
		return (e.language == "" || e.language == language) && (e.stop == "" || e.stop == stop) && strings.Contains(text, e.text)
	})
}

// checkTranslated checks that every drawn text, and the name of every control, has the marks of the
// pseudo-language, so that it came from package words.
func (v *visit) checkTranslated(stop string, drawn []render.Lettering) {
	v.T.Helper()
	for _, text := range untranslated(drawn) {
		if !excused(plainWords, "", stop, text) {
			v.T.Errorf("%q is not translated", text)
		}
	}
	for _, w := range v.Top().Form().Widgets() {
		info := v.Top().Form().Info(w)
		for _, text := range unmarked([]string{cmp.Or(info.Label, info.Value)}) {
			if !excused(plainWords, "", stop, text) && info.Kind != kit.KindField {
				v.T.Errorf("the control %q is called %q, which is not translated", info.ID, text)
			}
		}
	}
}

// untranslated returns the drawn texts with letters outside the marks.
func untranslated(drawn []render.Lettering) []string {
	var list []string
	for _, l := range drawn {
		list = append(list, l.Whole)
	}
	return unmarked(list)
}

// unmarked returns the texts with letters outside the marks of the pseudo-language. A text in
// several lines has its marks on the first and the last one.
func unmarked(lines []string) (list []string) {
	depth := 0
	for _, text := range lines {
		plain := strings.Builder{}
		for rest := text; rest != ""; {
			switch {
			case strings.HasPrefix(rest, "[!!"):
				depth++
				rest = rest[3:]
			case strings.HasPrefix(rest, "!!]"):
				depth = max(0, depth-1)
				rest = rest[3:]
			default:
				if depth == 0 {
					plain.WriteByte(rest[0])
				}
				rest = rest[1:]
			}
		}
		if strings.HasSuffix(text, "…") { // the mark at its end is gone
			depth = 0
		}
		if words := strings.TrimSpace(plain.String()); !untranslatable.MatchString(words) {
			list = append(list, text)
		}
	}
	return list
}

// untranslatable matches texts that are the same in every language: texts without words, letters
// and keys, addresses, the names in the tests, and the notation of a game.
var untranslatable = regexp.MustCompile(`^([^\pL]|\d+x\d+|\b(\pL|F\d+|Ctrl|Shift|Esc|Ann|Bo|Mancala|kalah)\b)*$`)

// plainWords are the texts that may stay untranslated, each with the reason.
var plainWords = []exception{
	{stop: "a program", text: "aalina"}, // its name, and its command
	{stop: "host, an invite that cannot be copied", text: "key-"},
	{stop: "host, an invite that cannot be copied", text: "secret"},
	{text: "club.example"},                      // a club
	{text: "mancala --join"},                    // typed in a terminal
	{text: "meet.example.org"},                  // a meeting point
	{text: "amber-fox-31"},                      // a code
	{text: "misty42-alligator-77"},              // another one
	{text: "mancala://"},                        // an invite
	{text: "http://"},                           // a link
	{text: "2001:db8"},                          // an address
	{stop: "key changed", text: "klmnopq"},      // the keys
	{stop: "key changed", text: "qponmlk"},      //
	{text: "Kalah(6,4)"},                        // the name of the rules in notation
	{stop: "settings", text: "Deutsch"},         // a language has its own name for itself
	{stop: "settings", text: "English"},         //
	{stop: "open game", text: "kalah(6,4) 3 6"}, // an example of the notation
	{text: menustest.Licence},                   // licences are not translated
}
