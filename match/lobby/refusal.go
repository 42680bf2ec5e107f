package lobby

import "time"

// Refusal is a call that the club refuses, as an error.
type Refusal struct {
	Reason Reason
	// Text is a sentence for programs that do not know the reason.
	Text string
	// Wait is the time after which to try again, in whole seconds up to an hour; zero if the club
	// has not said.
	Wait time.Duration
}

// Error returns the sentence.
func (r *Refusal) Error() string { return r.Text }

// Refuse returns a refusal with the sentence for its reason.
func Refuse(r Reason) *Refusal { return &Refusal{Reason: r, Text: sentences[r]} }

// Reason is why a club refuses a call. The wire has the same numbers, and a later club may have
// more of them.
type Reason uint32

// The reasons. Zero is none of them: only the sentence says why. The sentences below
// say what the others mean.
const (
	_ Reason = iota
	ReasonVersion
	ReasonKey
	ReasonName
	ReasonNameTaken
	ReasonBarred
	ReasonTooOften
	ReasonFull
	ReasonNoTable
	ReasonBusy
	ReasonRating
	ReasonComputer
	ReasonBlocked
	ReasonUntimed
	ReasonUnknown
	ReasonCode
	ReasonTrouble
	ReasonIsPerson
	ReasonIsComputer
	ReasonRemoved
	ReasonNewcomers
	ReasonRules
	ReasonTime
	ReasonRange
	ReasonRatedRules
	ReasonNameOffice
	ReasonNameMark
	ReasonCrowd
	ReasonConnections
	ReasonSelf
)

// sentences are for programs that do not know a reason.
var sentences = map[Reason]string{
	ReasonVersion:     "This program and the club's have no version in common. Install the newest one.",
	ReasonKey:         "The club could not check the key of this installation. Connect again.",
	ReasonName:        "This name cannot be used here. Choose one of 2 to 24 letters.",
	ReasonNameTaken:   "Another member has this name, or one that looks like it. Choose another one.",
	ReasonBarred:      "The people who run this club have barred you.",
	ReasonTooOften:    "That was too often. Try again later.",
	ReasonFull:        "The club has no room for that.",
	ReasonNoTable:     "This table is not there, or not free. Choose another one.",
	ReasonBusy:        "You already have a table, wait for an opponent, or play.",
	ReasonRating:      "This table wants another rating than yours.",
	ReasonComputer:    "In this club computers play casual games only. Choose one.",
	ReasonBlocked:     "You cannot play with this member.",
	ReasonUntimed:     "Rated games need a clock. Choose one, or a casual game.",
	ReasonUnknown:     "The club does not know that member or game.",
	ReasonCode:        "This code is wrong or too old. Ask the other device for a new one.",
	ReasonTrouble:     "A part of the club does not answer at the moment. Try again soon.",
	ReasonIsPerson:    "This member is a person. A computer player needs a key and a name of its own.",
	ReasonIsComputer:  "This member is a computer player. A person needs a key and a name of their own.",
	ReasonRemoved:     "This device has been removed from your devices.",
	ReasonNewcomers:   "Too many new members came from your network within an hour. Try again later, or ask those who run the club.",
	ReasonRules:       "The club does not know these rules. Choose other ones.",
	ReasonTime:        "The club has no clocks like that. They have 1 second to 3 hours, and up to 3 minutes more for each move.",
	ReasonRange:       "No rating fits the limits of this table. The lowest one must not be above the highest one.",
	ReasonRatedRules:  "The club rates no games with these rules on a board of this size. Choose a casual game, or other rules.",
	ReasonNameOffice:  "This name has a word that only those who run the club may use, such as admin. Choose another one.",
	ReasonNameMark:    "This name looks as if the club had marked it. Choose one without brackets at its end.",
	ReasonCrowd:       "Your network has too many connections to the club. Try again in a minute, or ask those who run the club.",
	ReasonConnections: "This installation has too many connections to the club. Close one of them.",
	ReasonSelf:        "That would concern yourself: a device cannot remove itself, and no one blocks or reports themselves.",
}
