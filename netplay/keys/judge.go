package keys

// Known is the memory of a host's key.
type Known struct {
	// Fingerprint is the key's; zero means that nothing is remembered.
	Fingerprint Fingerprint
	// Verified says that an invite, or a person, has vouched for the key. Otherwise the key is only
	// the first one that was seen.
	Verified bool
}

// Verdict is the judgement on a key that a host has shown.
type Verdict uint8

// The verdicts.
const (
	// New is the first key of a host that is not remembered.
	New Verdict = iota
	// Same is the remembered key.
	Same
	// Changed is a key that differs from the remembered one. A person has to decide.
	Changed
	// Invited is the key that the invite names, whichever key is remembered.
	Invited
	// Forged is a key that differs from the one in the invite. It must never be trusted.
	Forged
)

// Judge judges the key that a host has shown to a guest. Invited is the key in the guest's invite,
// zero without an invite, and known is the guest's memory of the host.
func Judge(shown, invited Fingerprint, known Known) Verdict {
	switch {
	case !invited.IsZero() && shown == invited:
		return Invited
	case !invited.IsZero():
		return Forged
	case known.Fingerprint.IsZero():
		return New
	case shown == known.Fingerprint:
		return Same
	}
	return Changed
}

// After returns the memory of a key that was accepted with this verdict. A changed key starts again
// as one that is not verified.
func (v Verdict) After(shown Fingerprint, known Known) Known {
	return Known{Fingerprint: shown, Verified: v == Invited || v == Same && known.Verified}
}
