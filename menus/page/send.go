package page

import (
	"bytes"
	"image/png"

	"mancala/internal/film"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/rules"
)

// The size of a picture of a board, in pixels, and in a browser, which paints more slowly. The
// board lies along the longer side.
const (
	pictureLong, pictureShort = 1920, 1080
	pageLong, pageShort       = 1280, 720
)

// NewSend returns the button that sends the game of a scene.
func NewSend(shell Shell, sc *scene.Scene) *kit.Button {
	return kit.WithID("send", kit.NewButton(words.T("Send..."), func() { ShowSend(shell, sc) }))
}

// ShowSend asks in which form the game of a scene is to be sent.
func ShowSend(shell Shell, sc *scene.Scene) {
	shared := shell.Shared()
	f := film.New(sc.Match(), [2]string{sc.SideName(rules.South), sc.SideName(rules.North)}, sc.Bottom())
	var card *Card
	save := func(id, label string, make func(pause func() bool) ([]byte, error)) *kit.Button {
		return NewAnswer(shell, "send."+id, label, func() {
			shell.Say(words.T("The picture is being made."))
			shared.Ports.SavePicture(f.Title(), make)
		})
	}
	by := shared.Canvas.Painter()
	moving := func(whole bool) func(pause func() bool) ([]byte, error) {
		return func(pause func() bool) ([]byte, error) {
			return f.Make(by, film.Options{Whole: whole, Upright: card.grid.Upright}, pause)
		}
	}
	poster := f.Poster(words.T("%[1]s - %[2]s", DescribeVariant(sc.Match().Position().Variant()), words.Date(shared.Ports.Now())))
	still := func(func() bool) ([]byte, error) {
		wide, high := pictureLong, pictureShort
		if shared.Ports.Browser != nil {
			wide, high = pageLong, pageShort
		}
		if card.grid.Upright {
			wide, high = high, wide
		}
		var b bytes.Buffer
		err := png.Encode(&b, poster.Draw(by, wide, high))
		return b.Bytes(), err
	}
	buttons := []*kit.Button{
		save("turn", words.T("The last turn, moving"), moving(false)),
		save("game", words.T("The whole game, moving"), moving(true)),
		save("board", words.T("The board"), still),
		NewAnswer(shell, "send.link", words.T("Copy a link"), func() { CopyLink(shell, sc) }),
		NewBack(shell, "send.back"),
	}
	for _, b := range buttons[:2] {
		b.Disabled = sc.Match().Plies() == 0
	}
	card = NewCard(shell, "send", words.T("Send the game"),
		words.T("A picture has the names, the result and the board; a moving one has at most 1 MB. A link replays the game in a browser."), shell.Back, buttons...)
	shell.Push(card)
}
