package match

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"mancala/rules"
)

// GameCheck returns the check of a game that is over: 16 letters and digits, in groups of four. Two
// people with the same check have the same rules, plies, ending and winner; so they can find out
// whether a third party between them, such as a club, has shown them different games. PROTOCOL.md
// describes it. The text is that of [rules.Game.String].
func GameCheck(text string, e Ending, o rules.Outcome) string {
	winner := map[rules.Outcome]string{rules.SouthWins: " south", rules.NorthWins: " north"}[o]
	sum := sha256.Sum256([]byte("mancala/1 game\n" + text + "\n" + e.String() + winner))
	letters := strings.ToLower(base32.StdEncoding.EncodeToString(sum[:10]))
	return letters[:4] + "-" + letters[4:8] + "-" + letters[8:12] + "-" + letters[12:]
}
