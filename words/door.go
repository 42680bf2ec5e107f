package words

import "mancala/match"

// Security says how a connection is protected, as the end of a sentence.
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
