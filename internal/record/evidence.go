package record

import "context"

// MaxEvidence is the largest size of a text that [Keeper.Evidence] keeps, in bytes.
const MaxEvidence = 64 << 10

// Evidence saves a text of at most [MaxEvidence] bytes that proves a lie of the other end of a
// series. It returns the file's name at once, or "" if there are no files. A failed write causes a
// notice. The newest 16 such files are kept.
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
