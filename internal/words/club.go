package words

import (
	"strconv"

	"mancala/internal/match"
	"mancala/rules"
)

// clubSentences are the sentences of package netplay/club.
var clubSentences = table{
	"club.unreachable":   say("The club at %s cannot be reached. Check the address and your network, then try again."),
	"club.no-club":       say("The program at %s is not a club. Check the address and the port."),
	"club.broke":         say("The connection to the club broke."),
	"club.silent":        say("The club does not answer."),
	"club.strange":       say("The club sent something that this program does not understand. Install the newest version of mancala."),
	"club.draining":      say("This part of the club closes for a moment. Your games go on at another one."),
	"club.not-connected": say("There is no connection to the club at the moment. Wait until it is back."),

	"club.other-version":  say("The club speaks another version of the protocol. Install the newest version of mancala."),
	"club.key-not-proved": say("The club could not check who you are. Try again; if it happens again, tell the people who run the club."),
	"club.bad-name":       say("The club cannot use this name. Choose one of 2 to 24 letters."),
	"club.name-of-office": say("This name has a word that only the people who run the club may use, such as admin. Choose another one."),
	"club.name-with-mark": say("This name looks as if the club had marked it. Choose another one, without brackets at its end."),
	"club.not-your-name":  say("This is not your name in the club."),
	"club.name-taken":     say("Someone in the club has this name, or one that looks like it. Choose another one. If it is you, on another device, enter under any name, then type a code of that device."),
	"club.name-not-free":  say("Someone in the club has this name, or one that looks like it. Choose another one."),
	"club.barred":         say("The people who run the club do not let you in. Ask them why."),
	"club.too-often":      count("That was too often. Wait for %d second, then try again.", "That was too often. Wait for %d seconds, then try again."),
	"club.too-often-minutes": count("That was too often. Wait for %d minute, then try again.",
		"That was too often. Wait for %d minutes, then try again."),
	"club.newcomers": count("Too many new members came from your network within an hour. Try again in %d minute, or ask the people who run the club.",
		"Too many new members came from your network within an hour. Try again in %d minutes, or ask the people who run the club."),
	"club.crowd":              say("Your network has too many connections to the club. Try again in a minute, or ask the people who run the club."),
	"club.connections":        say("This installation has too many connections to the club. Close one of them, then try again."),
	"club.full":               say("The club is full at the moment. Try again later."),
	"club.many-devices":       say("You have as many devices as the club allows. Remove one of them, then try again."),
	"club.many-blocked":       say("You have blocked as many members as the club allows. Stop blocking one of them first."),
	"club.many-reports":       say("You have sent as many reports as the club keeps. Try again later."),
	"club.no-table":           say("This table is no longer free: someone else sat down, or it was closed. Choose another one."),
	"club.not-watched":        say("This table cannot be watched: no one plays there, or its players do not want it."),
	"club.busy":               say("You have an open table, wait for an opponent, or play already. Finish that first."),
	"club.rating":             say("Your rating is not one that this table wants. Choose another table."),
	"club.computer":           say("In this club computers play casual games only. Choose one."),
	"club.blocked":            say("One of you has blocked the other, so you cannot play together."),
	"club.untimed":            say("Rated games need a clock. Choose one, or a casual game."),
	"club.rules":              say("The club does not know these rules. Choose other ones."),
	"club.time":               say("The club has no clock like that. Choose 1 second to 3 hours, and up to 3 minutes more for each move."),
	"club.range":              say("No rating is within these limits. The lowest one must not be above the highest one."),
	"club.rated-rules":        say("The club rates no games with these rules on a board of this size. Choose a casual game, or other rules."),
	"club.own-device":         say("You are using this device. Remove it with another one of yours."),
	"club.yourself":           say("That is yourself."),
	"club.no-member":          say("The club does not know this member any more."),
	"club.no-game":            say("The club does not have this game any more."),
	"club.bad-code":           say("This code is wrong, too old or used already. Show a new one on your other device."),
	"club.code-of-other-kind": say("A person and a computer player cannot be the same member."),
	"club.trouble":            say("The club cannot do that at the moment. Try again in a minute."),
	"club.is-person":          say("To the club this member is a person. Give the computer player a --data-dir and a --name of its own."),
	"club.is-computer":        say("To the club this member is a computer player. Play with another --data-dir and another name."),
	"club.device-removed":     say("This device has been removed from your devices. If that was not you, ask the people who run the club."),
	"club.refused":            say("The club refuses, for a reason that this version does not know."),
	"club.refused-saying":     say("The club refuses and says: %s"),
}

// RatingChange says how games have changed the person's rating in a discipline.
func RatingChange(discipline string, before, after int) string {
	name := Discipline(discipline)
	switch by := after - before; {
	case by > 0:
		return T("Your rating in %[1]s rises by %[2]d to %[3]d.", name, by, after)
	case by < 0:
		return T("Your rating in %[1]s falls by %[2]d to %[3]d.", name, -by, after)
	}
	return T("Your rating in %[1]s stays at %[2]d.", name, after)
}

// Played counts the games of a member.
func Played(won, drawn, lost int) string {
	n := won + drawn + lost
	return N("%[1]d game: %[2]d won, %[3]d drawn, %[4]d lost", "%[1]d games: %[2]d won, %[3]d drawn, %[4]d lost", n, n, won, drawn, lost)
}

// Device names a device of a member by its place in their list, from 1, and the beginning of its
// key. The device itself shows that key, too.
func Device(n int, key string, here bool) string {
	key = key[:min(len(key), 4)]
	if here {
		return T("This device (%s)", key)
	}
	return T("Device %[1]d (%[2]s)", n, key)
}

// OwnDevice says why members cannot remove the device in use. forget is the word with which they
// delete themselves, or "" if a button does that.
func OwnDevice(forget string) string {
	if forget != "" {
		return T("You are using this device. Remove it with another one of yours, or type %s to delete yourself from the club.", forget)
	}
	return T("You are using this device. Remove it with another one of yours; or delete yourself from the club in My record.")
}

// RemovedDevice asks whether to remove a device, and states the consequences.
func RemovedDevice() string {
	return T("Remove it from your devices? It can no longer enter the club as you, and its connection to the lobby ends. A game that it plays at this moment can go on to its end.")
}

// DeviceMoves names the new owner of a device that uses a code, and says that a member without
// another device is deleted. owner is the present owner.
func DeviceMoves(owner string) string {
	return T("This device then belongs to the member who shows the code. If %s has no other one, the club deletes them; their games stay, without the name.", owner)
}

// DeviceMoved says that this device has become a member's.
func DeviceMoved(name string) string { return T("This device now belongs to %s.", name) }

// Forgetting explains the deletion of a member, and how to confirm it.
func Forgetting(typed string) string {
	return T("Your name, your rating and your devices are deleted for good. Your games stay, without your name. Type %s to go on.", typed)
}

// Missed says that the opponent did not come to the table of a quick match.
func Missed(name string) string {
	return T("%s has not come to the table. The club looks for another opponent.", Name(name))
}

// MoreTables says that a club has more tables than its list shows.
func MoreTables(n int) string {
	return N("%d more table has no room in the list. A quick match looks at all of them.", "%d more tables have no room in the list. A quick match looks at all of them.", n, n)
}

// MoreHere says that there are more members than a list of them has.
func MoreHere(n int) string { return N("%d more is here.", "%d more are here.", n, n) }

// Listed says how many games a member needs for a place in the standings.
func Listed(games int) string {
	return T("Members have a place once their rating is sure, after about %d rated games.", games)
}

// GameCheck shows the check of a game of a club, and its use.
func GameCheck(check string) string {
	return T("The check of this game is %s. If it is the same for the other player, the club has shown you both the same game.", check)
}

// AwayFromClub says what happens to a running game of a club if its player leaves for now.
func AwayFromClub(timed bool) string {
	if timed {
		return T("Your clock goes on running when it is your turn, and you lose if your time runs out.")
	}
	return T("If you stay away for an hour, the game ends without a winner.")
}

// Member returns the name of a member of a club for display. "" is a member who has left. The name
// of a computer gets a mark.
func Member(name string, computer bool) string {
	switch {
	case name == "":
		return T("(deleted)")
	case computer:
		return T("%s (computer)", Name(name))
	}
	return Name(name)
}

// ClockWord returns a clock in a word, as in "5+3".
func ClockWord(c match.TimeControl) string {
	if !c.Timed() {
		return C("a game", "no clock")
	}
	return c.String()
}

// RatedWord says in a word whether games are rated.
func RatedWord(rated bool) string {
	if rated {
		return C("games", "rated")
	}
	return C("games", "casual")
}

// TableTerms describes the games of a table of a club: "Kalah 6x4, 5+3, rated".
func TableTerms(v rules.Variant, c match.TimeControl, rated bool) string {
	board := RulesTitle(v) + " " + strconv.Itoa(int(v.Houses)) + "x" + strconv.Itoa(int(v.Seeds))
	return T("%[1]s, %[2]s, %[3]s", board, ClockWord(c), RatedWord(rated))
}
