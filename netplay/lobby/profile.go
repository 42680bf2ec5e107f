package lobby

import (
	"errors"
	"strings"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/rules"
)

const (
	maxCount   = 1_000_000_000       // of games, members or tables
	maxDevices = 64                  // devices of a member that are looked at
	maxBlocked = 1000                // members that a member blocks
	maxSeconds = 253_402_300_799     // the end of the year 9999
	maxLife    = uint32(7 * 24 * 60) // of a code, in minutes
)

var errProfile = errors.New("a profile is damaged")

// Count returns a number of games, members or tables from the network.
func Count(n uint32) int { return int(min(n, maxCount)) }

// moment returns a moment from the network.
func moment(n uint64) time.Time { return time.Unix(int64(min(n, maxSeconds)), 0).UTC() }

// knownMoment returns a moment from the network, which is zero if the club does not know it.
func knownMoment(n uint64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return moment(n)
}

func momentToWire(t time.Time) uint64 { return uint64(max(t.Unix(), 0)) }

func profileToWire(p lobby.Profile) *wire.ClubProfile {
	return &wire.ClubProfile{
		Member: memberToWire(p.Member), RatedGames: uint32(p.RatedGames), Won: uint32(p.Won), Drawn: uint32(p.Drawn),
		Lost: uint32(p.Lost), Since: momentToWire(p.Since), Blocked: membersToWire(p.Blocked), IsBlocked: p.IsBlocked,
		Ratings: each(p.Ratings, ratingToWire), Devices: each(p.Devices, deviceToWire),
	}
}

func deviceToWire(d lobby.MemberDevice) *wire.ClubDeviceKey {
	return &wire.ClubDeviceKey{Fingerprint: d.Key, Added: momentToWire(d.Added), Seen: momentToWire(d.Seen)}
}

// ProfileFromWire returns the profile that the club has sent.
func ProfileFromWire(w *wire.ClubProfile) (p lobby.Profile, err error) {
	if p.Member, err = memberFromWire(w.GetMember()); err != nil {
		return lobby.Profile{}, err
	}
	p.RatedGames, p.Won, p.Drawn, p.Lost = Count(w.GetRatedGames()), Count(w.GetWon()), Count(w.GetDrawn()), Count(w.GetLost())
	p.Since, p.IsBlocked = moment(w.GetSince()), w.GetIsBlocked()
	p.Ratings = ratingsFromWire(w.GetRatings())
	if p.Blocked, err = membersFromWire(w.GetBlocked(), maxBlocked); err != nil {
		return lobby.Profile{}, err
	}
	if len(w.GetDevices()) > maxDevices {
		return lobby.Profile{}, errProfile
	}
	for _, d := range w.GetDevices() {
		f, err := keys.ParseFingerprint(d.GetFingerprint())
		if err != nil {
			return lobby.Profile{}, errProfile
		}
		p.Devices = append(p.Devices, lobby.MemberDevice{Key: f.String(), Added: knownMoment(d.GetAdded()), Seen: knownMoment(d.GetSeen())})
	}
	return p, nil
}

// WelcomeToWire returns the welcome of a member, with the addresses of all nodes, as a message.
func WelcomeToWire(e lobby.Entered, addrs []string) *wire.ClubWelcome {
	return &wire.ClubWelcome{
		Version: Version, Club: e.Club, Me: profileToWire(e.Me), New: e.New, Addresses: addressesToWire(addrs),
		Announcement: e.Announcement, RatedComputers: e.RatedComputers, RatedRules: each(e.RatedRules, frames.VariantToWire),
	}
}

// maxRatedRules is the largest number of rated rules that are read.
const maxRatedRules = 100

// rulesFromWire returns the rules of rated games. It leaves out a later version's.
func rulesFromWire(list []*wire.Variant) (rated lobby.RatedRules) {
	for _, w := range list[:min(len(list), maxRatedRules)] {
		if v, err := frames.VariantFromWire(w); err == nil {
			rated = append(rated, v.Canonical())
		}
	}
	return rated
}

// WelcomeFromWire returns the welcome that the club has sent, without Security, and the addresses
// of all nodes, for dialling again. A version that this program does not speak is an error.
func WelcomeFromWire(w *wire.ClubWelcome) (e lobby.Entered, addrs []string, err error) {
	if w.GetVersion() != Version {
		return e, nil, errors.New("the club chose a version of the lobby that was not offered")
	}
	me, err := ProfileFromWire(w.GetMe())
	if err != nil {
		return e, nil, err
	}
	e = lobby.Entered{
		Club: match.CleanName(w.GetClub()), Me: me, New: w.GetNew(), Announcement: lobby.CleanText(w.GetAnnouncement()),
		RatedComputers: w.GetRatedComputers(), RatedRules: rulesFromWire(w.GetRatedRules()),
	}
	return e, addressesFromWire(w.GetAddresses()), nil
}

func ratedToWire(r lobby.Rated) *wire.ClubRated {
	return &wire.ClubRated{Game: r.Game, Before: uint32(r.Before), Profile: profileToWire(r.Me), Discipline: r.Discipline}
}

// RatedFromWire returns the effect of a rated game, as the club has sent it.
func RatedFromWire(w *wire.ClubRated) (lobby.Rated, error) {
	p, err := ProfileFromWire(w.GetProfile())
	of := disciplineFromWire(w.GetDiscipline())
	if err != nil || !lobby.IsGameID(w.GetGame()) || of == "" {
		return lobby.Rated{}, errProfile
	}
	return lobby.Rated{Game: w.GetGame(), Discipline: of, Before: ratingFromWire(w.GetBefore()), Me: p}, nil
}

func standingsToWire(s lobby.Standings) *wire.ClubStandings {
	return &wire.ClubStandings{
		Members: membersToWire(s.Members), First: uint32(s.First), Total: uint32(s.Total),
		Unsure: membersToWire(s.Unsure), UnsureTotal: uint32(s.UnsureTotal),
	}
}

// StandingsFromWire returns the part of the standings that the club has sent.
func StandingsFromWire(w *wire.ClubStandings) (lobby.Standings, error) {
	s := lobby.Standings{First: Count(w.GetFirst()), Total: Count(w.GetTotal()), UnsureTotal: Count(w.GetUnsureTotal())}
	var err error
	if s.Members, err = membersFromWire(w.GetMembers(), lobby.MostGames); err != nil {
		return lobby.Standings{}, err
	}
	s.Unsure, err = membersFromWire(w.GetUnsure(), lobby.MostGames)
	return s, err
}

func codeToWire(c lobby.Code) *wire.ClubCode {
	return &wire.ClubCode{Code: c.Text, Seconds: uint32(c.For / time.Second)}
}

// CodeFromWire returns the code that the club has made.
func CodeFromWire(w *wire.ClubCode) lobby.Code {
	return lobby.Code{Text: match.CleanTalk(w.GetCode()), For: time.Duration(min(w.GetSeconds(), 60*maxLife)) * time.Second}
}

// Limits of ratings from the network.
const (
	maxRatings    = 64 // of a member that are looked at
	maxDiscipline = 32 // letters in the name of a game
)

// ratingFromWire returns a rating, or a deviation, from the network.
func ratingFromWire(n uint32) int { return int(min(n, lobby.MaxRating)) }

// disciplineFromWire returns the name of a game from the network, known to this program or not. It
// returns the first one for "", and "" for a text that is no name.
func disciplineFromWire(text string) string {
	if text == "" {
		return rules.Disciplines()[0]
	}
	odd := func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') }
	if len(text) > maxDiscipline || strings.ContainsFunc(text, odd) {
		return ""
	}
	return text
}

func ratingToWire(r lobby.Rating) *wire.ClubRating {
	return &wire.ClubRating{
		Discipline: r.Discipline, Rating: uint32(r.Rating), Deviation: uint32(r.Deviation), RatedGames: uint32(r.RatedGames),
		Won: uint32(r.Won), Drawn: uint32(r.Drawn), Lost: uint32(r.Lost),
	}
}

// ratingsFromWire returns the ratings of a member. It leaves out games with invalid or repeated
// names.
func ratingsFromWire(list []*wire.ClubRating) (ratings []lobby.Rating) {
	known := map[string]bool{"": true}
	for _, w := range list[:min(len(list), maxRatings)] {
		name := disciplineFromWire(w.GetDiscipline())
		if known[name] {
			continue
		}
		known[name] = true
		ratings = append(ratings, lobby.Rating{
			Discipline: name, Rating: ratingFromWire(w.GetRating()), Deviation: ratingFromWire(w.GetDeviation()),
			RatedGames: Count(w.GetRatedGames()), Won: Count(w.GetWon()), Drawn: Count(w.GetDrawn()), Lost: Count(w.GetLost()),
		})
	}
	return ratings
}
