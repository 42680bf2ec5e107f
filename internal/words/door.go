package words

import "mancala/internal/match"

// Security returns the protection of a connection as the end of a sentence.
func Security(s match.Security) string {
	switch s {
	case match.Encrypted:
		return T("encrypted")
	case match.Verified:
		return T("encrypted, verified")
	case match.ByCode:
		return T("encrypted end to end; the code proved who is there")
	}
	return T("not encrypted")
}
