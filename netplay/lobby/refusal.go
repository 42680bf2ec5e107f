package lobby

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
)

// Refusal is a call that the club refuses, as an error.
type Refusal struct {
	// Code is the reason.
	Code wire.ClubRefusalCode
	// Text is a sentence for programs that do not know the code.
	Text string
	// Wait is the time after which to try again, in whole seconds up to an hour; zero if the club
	// has not said.
	Wait time.Duration
}

// Error returns the sentence.
func (r *Refusal) Error() string { return r.Text }

// refusals are the sentences for programs that do not know a code.
var refusals = map[wire.ClubRefusalCode]string{
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_VERSION:     "This program and the club's have no version in common. Install the newest one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_KEY:         "The club could not check the key of this installation. Connect again.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME:        "This name cannot be used here. Choose one of 2 to 24 letters.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_TAKEN:  "Another member has this name, or one that looks like it. Choose another one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BARRED:      "The people who run this club have barred you.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN:   "That was too often. Try again later.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_FULL:        "The club has no room for that.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NO_TABLE:    "This table is not there, or not free. Choose another one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BUSY:        "You already have a table, wait for an opponent, or play.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RATING:      "This table wants another rating than yours.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_COMPUTER:    "In this club computers play casual games only. Choose one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_BLOCKED:     "You cannot play with this member.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNTIMED:     "Rated games need a clock. Choose one, or a casual game.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNKNOWN:     "The club does not know that member or game.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CODE:        "This code is wrong or too old. Ask the other device for a new one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TROUBLE:     "A part of the club does not answer at the moment. Try again soon.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_PERSON:   "This member is a person. A computer player needs a key and a name of its own.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_COMPUTER: "This member is a computer player. A person needs a key and a name of their own.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_REMOVED:     "This device has been removed from your devices.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NEWCOMERS:   "Too many new members came from your network within an hour. Try again later, or ask those who run the club.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RULES:       "The club does not know these rules. Choose other ones.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TIME:        "The club has no clocks like that. They have 1 second to 3 hours, and up to 3 minutes more for each move.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RANGE:       "No rating fits the limits of this table. The lowest one must not be above the highest one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RATED_RULES: "The club rates no games with these rules on a board of this size. Choose a casual game, or other rules.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_OFFICE: "This name has a word that only those who run the club may use, such as admin. Choose another one.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_MARK:   "This name looks as if the club had marked it. Choose one without brackets at its end.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CROWD:       "Your network has too many connections to the club. Try again in a minute, or ask those who run the club.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CONNECTIONS: "This installation has too many connections to the club. Close one of them.",
	wire.ClubRefusalCode_CLUB_REFUSAL_CODE_SELF:        "That would concern yourself: a device cannot remove itself, and no one blocks or reports themselves.",
}

// settingsCodes are the codes for settings that no table can have.
var settingsCodes = map[error]wire.ClubRefusalCode{
	lobby.ErrRules:   wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RULES,
	match.ErrBadTime: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TIME,
	lobby.ErrUntimed: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNTIMED,
	lobby.ErrRange:   wire.ClubRefusalCode_CLUB_REFUSAL_CODE_RANGE,
}

// CheckSettings returns nil, or the refusal of settings that no table can have.
func CheckSettings(s lobby.Settings) error {
	if err := s.Check(); err != nil {
		return Refuse(settingsCodes[err])
	}
	return nil
}

// Refuse returns a refusal with the sentence for its code.
func Refuse(code wire.ClubRefusalCode) *Refusal { return &Refusal{Code: code, Text: refusals[code]} }

// maxWait is the longest wait that a refusal names.
const maxWait = time.Hour

// ToWire returns the message that refuses a call.
func (r *Refusal) ToWire() *wire.ClubRefusal {
	seconds := min(max(r.Wait, 0)+time.Second-1, maxWait) / time.Second
	return &wire.ClubRefusal{Code: r.Code, Text: r.Text, Seconds: uint32(seconds)}
}

// RefusalFromWire returns the refusal that the club has sent.
func RefusalFromWire(w *wire.ClubRefusal) *Refusal {
	seconds := min(w.GetSeconds(), uint32(maxWait/time.Second))
	return &Refusal{
		Code: w.GetCode(),
		Text: match.CleanTalk(w.GetText()),
		Wait: time.Duration(seconds) * time.Second,
	}
}
