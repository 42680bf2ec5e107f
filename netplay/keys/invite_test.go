package keys

import (
	"strings"
	"testing"
)

func TestInviteAsText(t *testing.T) {
	fingerprint, secret := Fingerprint{1}, Secret{2}
	for _, invite := range []Invite{
		{Addr: "192.0.2.7:7000", Fingerprint: fingerprint, Secret: secret},
		{Addr: "[fe80::1%eth0]:7000", Fingerprint: fingerprint, Secret: secret},
		{Addr: "ann.example:1", Fingerprint: fingerprint},
	} {
		text := invite.String()
		if got, err := ParseInvite(text); err != nil || got != invite {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
		if got, err := ParseInvite(invite.Link()); err != nil || got != invite {
			t.Errorf("%s is read as %v, %v", invite.Link(), got, err)
		}
		shouted := strings.Replace(strings.ToUpper(text), strings.ToUpper(invite.Addr), invite.Addr, 1)
		if got, err := ParseInvite(shouted); err != nil || got != invite {
			t.Errorf("%s is read as %v, %v", shouted, got, err)
		}
	}
}

func TestTextsThatAreNoInvite(t *testing.T) {
	good := Invite{Addr: "a:1", Fingerprint: Fingerprint{1}, Secret: Secret{2}}.String()
	none := strings.Repeat("a", CodeLength)
	for text, want := range map[string]error{
		"":                          ErrNoInvite,
		"a:1":                       ErrNoInvite,
		"mancala://a:1/":            ErrNoInvite,
		"ftp" + good[7:]:            ErrNoInvite,
		"http://a:1/":               ErrNoInvite,
		"http" + good[7:20]:         ErrBadInvite,
		good[:len(good)-1]:          ErrBadInvite,
		good + "a":                  ErrBadInvite,
		good + "-" + good[14:40]:    ErrBadInvite,
		"mancala://a:1/#":           ErrBadInvite,
		"mancala://a:1/#" + none:    ErrBadInvite,
		good[:41] + "-":             ErrBadInvite,
		good[:41] + "-" + none:      ErrBadInvite,
		good[:41] + " " + good[42:]: ErrBadInvite,
		good[:15] + "#" + good[15:]: ErrBadInvite,
		"mancala://" + strings.Repeat("a", 400) + "/#" + good[15:]: ErrBadInvite,
	} {
		if got, err := ParseInvite(text); err != want {
			t.Errorf("%q is read as %v, %v", text, got, err)
		}
	}
}

func TestLinks(t *testing.T) {
	for want, invite := range map[string]Invite{
		"http://ann.example:7000/":                                                 {Addr: "ann.example:7000"},
		"http://[::1]:7000/#aeaaaaaaaaaaaaaaaaaaaaaaaa":                            {Addr: "[::1]:7000", Fingerprint: Fingerprint{1}},
		"http://a:1/#aeaaaaaaaaaaaaaaaaaaaaaaaa-" + "ai" + strings.Repeat("a", 24): {Addr: "a:1", Fingerprint: Fingerprint{1}, Secret: Secret{2}},
	} {
		if got := invite.Link(); got != want {
			t.Errorf("%v has the link %s instead of %s", invite, got, want)
		}
	}
}

func FuzzParseInvite(f *testing.F) {
	f.Add(Invite{Addr: "192.0.2.7:7000", Fingerprint: Fingerprint{1}, Secret: Secret{2}}.String())
	f.Add(Invite{Addr: "[::1]:7000", Fingerprint: Fingerprint{1}}.String())
	f.Add("mancala:///#-")
	f.Add(Invite{Addr: "a:1", Fingerprint: Fingerprint{1}, Secret: Secret{2}}.Link())
	f.Add("https://a/#")
	f.Fuzz(func(t *testing.T, text string) {
		invite, err := ParseInvite(text)
		if err != nil {
			return
		}
		if again, err := ParseInvite(invite.String()); err != nil || again != invite {
			t.Errorf("%q is read as %v, and that as %v, %v", text, invite, again, err)
		}
		if again, err := ParseInvite(invite.Link()); err != nil || again != invite {
			t.Errorf("%q is read as %v, and its link as %v, %v", text, invite, again, err)
		}
	})
}
