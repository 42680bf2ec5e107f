package webtest

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestALinkReplays opens links to games on a phone, at the page of a club, which asks nothing: the
// game plays by itself and tells its story. A reload shows it again, until the person has left it.
// Another link in the same tab shows its game, or says why there is none.
func TestALinkReplays(t *testing.T) {
	needBrowser(t)
	files := http.FileServer(http.Dir(pageFolder(t)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/host.json" {
			_, _ = w.Write([]byte(`{"kind": "club", "name": "Ada's club", "encrypted": true}`))
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	url := server.URL + "/"
	b := open(t, phone, url+"#game=kalah%286%2C4%29+3+6%0A%23+South%3A+Ann%0A%23+North%3A+Bj%C3%B8rn")
	for visits := range 2 {
		if visits > 0 {
			b.reload()
		}
		b.sees("Ann against Bjørn")
		b.sees("board after: 2. Ann sows 5 from house 6")
		b.press("button", "Why?")
		b.sees("The last seed captures nothing")
		b.shoot("replay")
	}
	b.visit(url + "#game=oware(6,4)+1")
	b.sees("South against North")
	b.press("button", "Back")
	b.rests("button", "Learn")
	b.wait("an address without a game", func() (left bool) {
		b.read(`location.hash === ""`, &left)
		return left
	})
	b.visit(url + "#game=chess+" + strings.Repeat("e4+", 20))
	b.sees("This link shows no game")
	b.shoot("bad")
	b.press("button", "OK")
	b.rests("button", "Learn")
}
