package club

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/tools/need"
)

func testMembersComeAndGo(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada := ns[0].enter("Ada")
	again, isNew, err := ns[1].Enter(ctx, key("Ada"), "Somebody else", false)
	if err != nil || isNew || again.ID != ada.ID || again.Name != "Ada" {
		t.Errorf("Ada comes back as %+v, %v, %v", again, isNew, err)
	}
	refuses2(ns[1].Enter(ctx, key("eve"), "АDА", false))(t, "a look-alike", lobby.ReasonNameTaken)
	refuses2(ns[1].Enter(ctx, key("eve"), "\x1b", false))(t, "no name", lobby.ReasonName)

	need.NoError(t, ns[1].Rename(ctx, ada.ID, "Countess"))
	if m := ns[0].again(ada); m.Name != "Countess" {
		t.Errorf("%+v", m)
	}
	eve := ns[0].enter("Ada ") // the name is free again
	refused(t, "a name that is taken", ns[0].Rename(ctx, eve.ID, "c0untess"), lobby.ReasonNameTaken)
	if err = ns[0].Rename(ctx, ada.ID, "countess"); err != nil {
		t.Errorf("other capitals of one's own name: %v", err)
	}

	refused(t, "a wrong name", ns[0].Forget(ctx, ada.ID, "ada"), lobby.ReasonName)
	need.NoError(t, ns[0].Report(ctx, Report{By: eve.ID, About: ada.ID, Text: "x\x00y"}))
	need.NoError(t, ns[0].Forget(ctx, ada.ID, "countess"))
	refuses(ns[1].Member(ctx, ada.ID))(t, "a member who is forgotten", lobby.ReasonUnknown)
	if reports, err := ns[1].cfg.Store.Reports(ctx); err != nil || len(reports) != 0 {
		t.Errorf("reports about a member who is forgotten: %v, %v", reports, err)
	}
	late := ns[0].enter("Late")
	for range maxReports {
		need.NoError(t, ns[0].Report(ctx, Report{By: eve.ID, About: late.ID, Text: "again"}))
	}
	refused(t, "one report too many", ns[1].Report(ctx, Report{By: eve.ID, About: late.ID}), lobby.ReasonFull)
	refused(t, "a report about oneself", ns[1].Report(ctx, Report{By: eve.ID, About: eve.ID}), lobby.ReasonSelf)
	back, isNew, err := ns[1].Enter(ctx, key("Ada"), "Countess", false)
	if err != nil || !isNew || back.ID == ada.ID {
		t.Errorf("after that: %+v, %v, %v", back, isNew, err)
	}

	need.NoError(t, ns[0].Bar(ctx, eve.ID, false))
	refuses2(ns[1].Enter(ctx, key("Ada "), "x", false))(t, "one who is barred", lobby.ReasonBarred)
	ns[1].hears(eve.ID + " sent away")
}

// testOneKeyOneMember has one device enter many times at once, by several names, as a person and as
// a computer: those who are let in are one member, and the other names are free.
func testOneKeyOneMember(t *testing.T, ns []*node) {
	var wg sync.WaitGroup
	var got [8]Member
	name := func(i int) string { return fmt.Sprintf("Name %c", 'a'+i) }
	for i := range got {
		wg.Go(func() {
			m, _, err := ns[i%2].Enter(t.Context(), key("x"), name(i), i >= 4)
			switch no := (*lobby.Refusal)(nil); {
			case errors.As(err, &no) && (no.Reason == lobby.ReasonIsPerson || no.Reason == lobby.ReasonIsComputer):
			case err != nil || m.Computer != (i >= 4):
				t.Errorf("%s is let in as %+v, %v", name(i), m, err)
			default:
				got[i] = m
			}
		})
	}
	wg.Wait()
	m := need.Must(ns[0].memberOf(t.Context(), key("x")))(t)
	for i, g := range got {
		if g.ID != "" && g.ID != m.ID {
			t.Errorf("%+v and %+v are members", g, m)
		}
		_, _, err := ns[0].Enter(t.Context(), keys.Fingerprint{byte(i + 1)}, name(i), false)
		if (err == nil) == (name(i) == m.Name) {
			t.Errorf("%s is a member, and the name %s: %v", m.Name, name(i), err)
		}
	}
}

// TestCodeThatNoLongerHelps uses codes of a member who cannot add a device: the user loses nothing.
func TestCodeThatNoLongerHelps(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	full, barred, gone, bob := n.enter("Ada"), n.enter("Cyd"), n.enter("Dan"), n.enter("Bob")
	codes := map[string]string{}
	for what, m := range map[string]Member{"too many devices": full, "barred": barred, "gone": gone} {
		code := need.Must(n.Device(ctx, m.ID))(t)
		codes[what] = code.Text
	}
	for i := 1; i < maxDevices; i++ {
		code := need.Must(n.Device(ctx, full.ID))(t)
		need.Must(n.UseCode(ctx, keys.Fingerprint{200, byte(i)}, code.Text))(t)
	}
	refuses(n.Device(ctx, full.ID))(t, "a code for one device too many", lobby.ReasonFull)
	need.NoError(t, n.Bar(ctx, barred.ID, false), n.Forget(ctx, gone.ID, "Dan"))
	for what, code := range codes {
		refuses(n.UseCode(ctx, key("Bob"), code))(t, what, map[bool]lobby.Reason{false: lobby.ReasonCode, true: lobby.ReasonFull}[what == "too many devices"])
		if m, _, err := n.Enter(ctx, key("Bob"), "x", false); err != nil || m.ID != bob.ID {
			t.Errorf("%s: Bob comes back as %+v, %v", what, m, err)
		}
	}
}

func testDevices(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[0].enter("Bob")
	code := need.Must(ns[0].Device(ctx, ada.ID))(t)
	for _, wrong := range []string{"", "amber", "amber-fox-31", code.Text + "1", "\x00"} {
		refuses(ns[1].UseCode(ctx, key("Bob"), wrong))(t, wrong, lobby.ReasonCode)
	}
	refuses(ns[1].UseCode(ctx, key("Ada"), code.Text))(t, "one's own code", lobby.ReasonCode)
	got, err := ns[1].UseCode(ctx, key("Bob"), strings.ToUpper(strings.ReplaceAll(code.Text, "-", " ")))
	if err != nil || got.ID != ada.ID || len(got.Devices) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	refuses(ns[1].Member(ctx, bob.ID))(t, "the member without a device", lobby.ReasonUnknown)
	if m, isNew, err := ns[0].Enter(ctx, key("Bob"), "x", false); err != nil || isNew || m.ID != ada.ID {
		t.Errorf("the second device enters as %+v, %v, %v", m, isNew, err)
	}
	refuses(ns[1].UseCode(ctx, key("Cyd"), code.Text))(t, "a used code", lobby.ReasonCode)
	ns[1].enter("Bob B") // the name is free

	// A stolen device is removed, and is a stranger's from then on.
	stolen := key("Bob").String()
	for _, no := range []string{key("Zoe").String(), "\x00"} {
		if err := ns[1].RemoveDevice(ctx, ada.ID, no, key("Ada").String()); !errors.Is(err, ErrNoDevice) {
			t.Errorf("a device of another member: %v", err)
		}
	}
	refused(t, "a device that removes itself", ns[1].RemoveDevice(ctx, ada.ID, stolen, stolen), lobby.ReasonSelf)
	need.NoError(t, ns[1].RemoveDevice(ctx, ada.ID, stolen, key("Ada").String()))
	ns[0].hears("removed " + stolen)
	refused(t, "a device that was removed", ns[1].RemoveDevice(ctx, ada.ID, key("Ada").String(), stolen), lobby.ReasonRemoved)
	if p, err := ns[1].Own(ctx, ada.ID); err != nil || len(p.Devices) != 1 || p.Devices[0].Added.IsZero() || p.Devices[0].Seen.IsZero() {
		t.Errorf("the devices are %+v, %v", p.Devices, err)
	}
	if err := ns[1].RemoveDevice(ctx, ada.ID, key("Ada").String(), ""); !errors.Is(err, ErrLastDevice) {
		t.Errorf("the last device: %v", err)
	}
	thief, isNew, err := ns[0].Enter(ctx, key("Bob"), "Bob", false)
	if err != nil || !isNew || thief.ID == ada.ID {
		t.Errorf("the stolen device enters as %+v, %v, %v", thief, isNew, err)
	}
	code = need.Must(ns[1].Device(ctx, ada.ID))(t)
	need.Must(ns[1].UseCode(ctx, key("Bob"), code.Text))(t)

	// A device of a member with two moves on, and the member stays.
	eve := ns[0].enter("Eve")
	code = need.Must(ns[0].Device(ctx, eve.ID))(t)
	need.Must(ns[0].UseCode(ctx, key("Bob"), code.Text))(t)
	if m := ns[0].again(ada); len(m.Devices) != 1 {
		t.Errorf("%+v", m)
	}
}

// TestMarkStays: a member stays a person, or a computer, as they were made.
func TestMarkStays(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bot := n.enter("Ada"), n.enterAs("Robert", true)
	for _, m := range []Member{ada, bot} {
		refusal := lobby.ReasonIsPerson
		if m.Computer {
			refusal = lobby.ReasonIsComputer
		}
		refuses2(n.Enter(ctx, key(m.Name), m.Name, !m.Computer))(t, m.Name+" entering as the other", refusal)
		if now := n.again(m); now.Computer != m.Computer {
			t.Errorf("%s has changed into %+v", m.Name, now)
		}
		again, isNew := need.Must2(n.Enter(ctx, key(m.Name), m.Name, m.Computer))(t)
		if isNew || again.ID != m.ID {
			t.Errorf("%s comes back as %+v", m.Name, again)
		}
	}
	need.NoError(t, n.Forget(ctx, bot.ID, bot.Name)) // one who was forgotten may come as either
	_, isNew := need.Must2(n.Enter(ctx, key("Robert"), "Robert", false))(t)
	if !isNew {
		t.Error("one who was forgotten is still known")
	}
}

// TestComputersDevice: a code cannot give a computer's key to a person, or the reverse, and stays
// valid after the attempt.
func TestComputersDevice(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bot := n.enter("Ada"), n.enterAs("Robert", true)
	of := func(m Member) string {
		code := need.Must(n.Device(ctx, m.ID))(t)
		return code.Text
	}
	code := of(ada)
	refuses(n.UseCode(ctx, key("Robert"), code))(t, "a computer with a person's code", lobby.ReasonIsPerson)
	refuses(n.UseCode(ctx, key("Ada"), of(bot)))(t, "a person with a computer's code", lobby.ReasonIsComputer)
	if now := n.again(bot); len(now.Devices) != 1 {
		t.Errorf("then the computer is %+v", now)
	}
	n.enter("Bob")
	got := need.Must(n.UseCode(ctx, key("Bob"), code))(t)
	if got.ID != ada.ID {
		t.Errorf("the code leads to %+v", got)
	}
	twin := n.enterAs("Robin", true)
	got = need.Must(n.UseCode(ctx, key("Robin"), of(bot)))(t)
	if got.ID != bot.ID || twin.ID == bot.ID {
		t.Errorf("a computer's code leads a computer to %+v", got)
	}
}

// TestFindSpellings: the people who run a club find a member by every spelling of the name.
func TestFindSpellings(t *testing.T) {
	n := nodes(t, 1)[0]
	for _, name := range []string{"José", "Anna", "Νίκος", "Straße"} {
		n.enter(name)
	}
	for part, want := range map[string]string{
		"Jose\u0301": "José", "JOSÉ": "José", "Аnnа": "Anna", "ΝΊΚΟΣ": "Νίκος", "strasse": "Straße", "Ａｎｎ": "Anna",
	} {
		found := need.Must(n.Find(t.Context(), part, 9))(t)
		if len(found) != 1 || found[0].Name != want {
			t.Errorf("%q finds %+v", part, found)
		}
	}
}
