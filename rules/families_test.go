package rules

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mancala/tools/need"

	"pgregory.net/rapid"
)

// TestFederationGames replays games as federations write them: each ply is the house sown and the
// house of the last seed, with an x if that becomes a tuzdik. Games stop once a player has enough,
// or both agree.
func TestFederationGames(t *testing.T) {
	text := need.Must(os.ReadFile("testdata/togyz-games.txt"))(t)
	games, tuzdiks := 0, 0
	for line := range strings.Lines(string(text)) {
		result, plies, _ := strings.Cut(strings.TrimSpace(line), " ")
		p := start(t, preset(t, "togyz"), 9, 9)
		past := []Position{p}
		for i, ply := range strings.Fields(plies) {
			next, s, err := Play(past, House(ply[0]-'0'))
			written := s.From.String() + s.Last.House.String()
			if s.Won != 0 {
				written, tuzdiks = written+"x", tuzdiks+1
			}
			if err != nil || written != ply {
				t.Fatalf("%s: ply %d is %s, not %s (%v)", line, i+1, written, ply, err)
			}
			checkBanked(t, p, s, next)
			p, past = next, append(past, next)
		}
		want := map[string]Outcome{"1-0": SouthWins, "0-1": NorthWins, "1/2-1/2": Draw}[result]
		if p.Over() && p.Outcome() != want {
			t.Errorf("%s ends as %v", line, p)
		}
		games++
	}
	if games != 40 || tuzdiks < 40 {
		t.Errorf("%d games with %d tuzdiks", games, tuzdiks)
	}
}

// familyPly is a ply in a position, and its effect.
type familyPly struct {
	name, before string
	house        House
	after        string // or the error
	end          Cause
	steps        string // each step's letter, with the pit of captures and the store of banks
}

// briefSteps writes steps in short.
func briefSteps(p Position, s Sowing) string {
	var b strings.Builder
	for step := range p.Steps(s) {
		switch name := "SN"[step.To : step.To+1]; step.Kind {
		case StepLift:
			b.WriteString("L")
		case StepDrop:
			b.WriteString("d")
		case StepCapture:
			b.WriteString(" c")
			for pit := range step.Pits.All() {
				b.WriteString("SN"[pit.Side:pit.Side+1] + pit.House.String())
			}
			b.WriteString(">" + name)
		case StepSweep:
			b.WriteString(" s" + "SN"[step.Pit.Side:step.Pit.Side+1] + ">" + name)
		case StepBank:
			b.WriteString("+" + strconv.Itoa(int(step.Seeds)))
		case StepMark:
			b.WriteString(" mark")
		}
	}
	return b.String()
}

func (c familyPly) check(t *testing.T) {
	p := need.Must(ParsePosition(c.before))(t)
	after, s, err := p.Sow(c.house)
	got := after.String()
	if err != nil {
		got = err.Error()
	}
	if got != c.after {
		t.Errorf("the ply gives %q", got)
	}
	if s.End != c.end || err == nil && briefSteps(p, s) != c.steps {
		t.Errorf("the ply ends with %d, by the steps %q", s.End, briefSteps(p, s))
	}
}

// TestPliesOfFamilies plays the cases of federations' rules and other programs' tests.
func TestPliesOfFamilies(t *testing.T) {
	for _, c := range []familyPly{
		{"mangala: the first seed falls back", "mangala(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", 3, "mangala(6,4) <6,0,0,4,4,1,5,5,5,4,4,4,4,4,4> north", CauseNone, "Ldddd"},
		{"mangala: last in the store", "mangala(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", 4, "mangala(6,4) <6,1,0,4,4,4,1,5,5,4,4,4,4,4,4> south", CauseNone, "Ldddd"},
		{"mangala: a single seed moves on", "mangala(6,4) <6,3,0,4,4,1,5,5,5,4,4,4,4,4,1> south", 3, "mangala(6,4) <6,3,0,4,4,0,6,5,5,4,4,4,4,4,1> north", CauseNone, "Ld"},
		{"mangala: an opposing house becomes even", "mangala(6,4) <6,0,0,4,4,4,4,4,4,5,4,4,4,4,3> south", 6, "mangala(6,4) <6,1,0,4,4,4,4,4,1,6,5,4,4,4,3> north", CauseNone, "Ldddd"},
		{"mangala: and is taken", "mangala(6,4) <6,0,0,4,4,4,4,4,4,4,5,4,4,4,3> south", 6, "mangala(6,4) <6,7,0,4,4,4,4,4,1,5,0,4,4,4,3> north", CauseNone, "Ldddd cN2>S+6"},
		{"mangala: the rest goes to the emptied side", "mangala(6,4) <6,20,20,0,0,0,0,0,1,1,2,1,2,1,0> south", 6, "mangala(6,4) <6,28,20,0,0,0,0,0,0,0,0,0,0,0,0> south", CauseEmptyRow, "Ld sN>S+7"},
		{"mangala: also if the opponent emptied it", "mangala(6,4) <6,20,20,1,0,0,0,0,0,1,0,2,1,0,3> north", 6, "mangala(6,4) <6,25,23,0,0,0,0,0,0,0,0,0,0,0,0> south", CauseEmptyRow, "Lddd cS1>N+2 sN>S+5"},
		{"oware: a chain", "oware(6,4) <6,17,14,0,0,0,0,0,4,4,1,2,2,3,1> south", 6, "oware(6,4) <6,25,14,0,0,0,0,0,0,5,0,0,0,3,1> north", CauseMajority, "Ldddd cN4>S+3 cN3>S+3 cN2>S+2"},
		{"oware: a grand slam captures nothing", "oware(6,4) <6,20,20,0,0,2,0,0,3,1,1,1,0,0,0> south", 6, "oware(6,4) <6,20,20,0,0,2,0,0,0,2,2,2,0,0,0> north", CauseNone, "Lddd"},
		{"oware: a grand slam by other rules", "custom(6,4,family=oware,majority=yes,feed=yes,slam=take) <6,18,20,0,0,4,0,0,3,1,1,1,0,0,0> south", 6, "custom(6,4,family=oware,majority=yes,feed=yes,slam=take) <6,28,20,0,0,0,0,0,0,0,0,0,0,0,0> north", CauseEmptyRow, "Lddd cN3>S+2 cN2>S+2 cN1>S+2 sS>S+4"},
		{"oware: a forbidden grand slam", "custom(6,4,family=oware,majority=yes,feed=yes,slam=forbid) <6,18,20,0,0,4,0,0,3,1,1,1,0,0,0> south", 6, "capturing all seeds of the opponent is not allowed", CauseNone, ""},
		{"oware: must feed", "oware(6,4) <6,20,21,1,0,0,0,0,6,0,0,0,0,0,0> south", 1, "the opponent must get seeds", CauseNone, ""},
		{"oware: cannot feed", "oware(6,4) <6,23,23,0,0,0,0,0,1,0,1,0,0,0,0> south", 6, "oware(6,4) <6,23,25,0,0,0,0,0,0,0,0,0,0,0,0> north", CauseCannotFeed, "Ld sN>N+2"},
		{"togyz: an even house", "togyz(9,9) <9,0,0,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9> south", 9, "togyz(9,9) <9,10,0,9,9,9,9,9,9,9,9,1,10,10,10,10,10,10,10,0,9> north", CauseNone, "Lddddddddd cN8>S+10"},
	} {
		t.Run(c.name, c.check)
	}
}

// TestPlayOfACut demands that a game continues in the same way from any cut of its positions since
// the stores last changed: a takeback, a resume and a watcher who comes late see the same end.
func TestPlayOfACut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := startable(need.Must(anyVariant().Draw(t, "variant").WithSize(rapid.IntRange(1, 3).Draw(t, "houses"), rapid.IntRange(1, 2).Draw(t, "seeds")))(t))
		playACut(t, v, func(plies []House) House { return rapid.SampledFrom(plies).Draw(t, "house") })
	})
}

// TestPlayOfACutRepeats is TestPlayOfACut for games with repetitions.
func TestPlayOfACutRepeats(t *testing.T) {
	v := need.Must(ParseVariant("oware(2,2)"))(t)
	rng, repeats := rand.New(rand.NewPCG(1, 2)), 0
	for range 200 {
		if playACut(t, v, func(plies []House) House { return plies[rng.IntN(len(plies))] }) {
			repeats++
		}
	}
	if repeats == 0 {
		t.Error("no position came again")
	}
}

// playACut plays a game of v by pick, from its whole past and from the cut, and reports whether a
// position repeated.
func playACut(t rapid.TB, v Variant, pick func([]House) House) (repeated bool) {
	p := need.Must(Start(v))(t)
	whole, cut := []Position{p}, Extend(nil, p)
	var played []House
	for range 200 {
		plies := slices.Collect(whole[len(whole)-1].Plies())
		if len(plies) == 0 {
			break
		}
		h := pick(plies)
		next, s, _ := Play(whole, h)
		again, s2, _ := Play(cut, h)
		if next != again || s != s2 {
			t.Fatalf("%v: house %v gives %v from the whole past, and %v from a cut", p, h, next, again)
		}
		if plain, s3, _ := whole[len(whole)-1].Sow(h); s.End != CauseRepeated && (plain != next || s3 != s) {
			t.Fatalf("%v: house %v gives %v by Sow", p, h, plain)
		}
		repeated = repeated || s.End == CauseRepeated
		whole, cut, played = append(whole, next), Extend(slices.Clone(cut), next), append(played, h)
	}
	if end, err := Replay(v, played...); err != nil || end != whole[len(whole)-1] {
		t.Fatalf("%v replays to %v, %v", played, end, err)
	}
	return repeated
}

func TestPlayWithoutAPast(t *testing.T) {
	if p, s, err := Play(nil, 1); err != ErrGameOver || p != (Position{}) || s != (Sowing{}) {
		t.Errorf("without a past: %v, %v, %v", p, s, err)
	}
}

// TestTextsOfFamilies compares texts of the families with the contract.
func TestTextsOfFamilies(t *testing.T) {
	for text, want := range map[string]string{
		"custom(6,4,family=oware,feed=yes,majority=yes)":                     "oware(6,4)",
		"custom(6,4,feed=yes,slam=take,family=oware,majority=yes)":           "custom(6,4,family=oware,majority=yes,feed=yes,slam=take)",
		"custom(6,4,family=kalah,extra=yes,capture=own)":                     "kalah(6,4)",
		"custom(6,4,family=togyz,store=sow)":                                 "games of the family togyz have no switch store",
		"custom(6,4,slam=take)":                                              "games of the family kalah have no switch slam",
		"custom(6,4,family=bao)":                                             `"bao" is not possible for family; choose one of kalah, oware, togyz`,
		"custom(1,1,family=oware,slam=forbid)":                               "no first ply is possible on that board by those rules",
		"custom(5,5,family=togyz,majority=yes,repeat=draw)+pie":              "bestemshe(5,5)+pie",
		"custom(6,4,extra=yes,capture=own,sweep=emptied,leave=yes,even=yes)": "mangala(6,4)",
		"custom(6,4,extra=yes,leave=yes)":                                    "custom(6,4,store=skip,extra=yes,capture=never,empty=no,take=both,end=either,majority=no,sweep=owner,leave=yes)",
	} {
		v, err := ParseVariant(text)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s is read as %s, not %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"togyz(2,2) <2,0,0,x,2,x,6> south":       "house 1 of north cannot be a tuzdik",
		"togyz(2,2) <2,0,0,2,x,0,6> south":       "house 2 of south cannot be a tuzdik",
		"togyz(3,2) <3,0,0,x,x,2,2,2,6> south":   "house 2 of south cannot be a tuzdik",
		"bestemshe(2,2) <2,0,0,x,2,0,6> south":   `"x" is not a number of seeds`,
		"oware(2,2) <2,0,0,2,2,2,2> south drawn": `"drawn" cannot be said of that position`,
		"togyz(2,2) <2,x,0,2,2,2,2> south":       `"x" is not a number of seeds`,
	} {
		if p, err := ParsePosition(text); err == nil || err.Error() != want {
			t.Errorf("%s is read as %v, %v", text, p, err)
		}
	}
}
