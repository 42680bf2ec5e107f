package record

import "context"

// MaxEvidence is the largest size of a text that [Keeper.Evidence] keeps, in bytes.
const MaxEvidence = 64 << 10

// Evidence keeps a text, of at most [MaxEvidence] bytes, that proves that the other end of a series
// has lied. It returns at once the name of the file in which it will be, or "" if there are no
// files. If it cannot be written, a notice says so. The newest 16 such files are kept.
func (k *Keeper) Evidence(text string) string {
	path := evidenceFile(k.cfg)
	if path == "" || len(text) > MaxEvidence {
		return ""
	}
	do(k, func(context.Context, *Ledger) error {
		if err := writeEvidence(path, text); err != nil {
			return note("evidence-lost", path).Because(err)
		}
		return nil
	}, nil)
	return path
}
