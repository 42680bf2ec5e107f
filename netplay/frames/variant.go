package frames

import (
	"errors"

	wire "mancala/proto/mancala/v1"

	"mancala/rules"
)

// VariantToWire returns the wire form of rules. Enumerations of the first version are one higher on
// the wire: there zero is no rule.
func VariantToWire(v rules.Variant) *wire.Variant {
	return &wire.Variant{
		Houses:           uint32(v.Houses),
		Seeds:            uint32(v.Seeds),
		SowOpponentStore: v.SowOpponentStore,
		ExtraTurn:        v.ExtraTurn,
		Capture:          wire.CaptureRule(v.Capture) + 1,
		CaptureEmpty:     v.CaptureEmpty,
		Take:             wire.TakeRule(v.Take) + 1,
		End:              wire.EndRule(v.End) + 1,
		Majority:         v.Majority,
		Sweep:            wire.SweepRule(v.Sweep) + 1,
		Pie:              v.Pie,
		Family:           wire.Family(v.Family),
		LeaveOne:         v.LeaveOne,
		CaptureEven:      v.CaptureEven,
		MustFeed:         v.MustFeed,
		Slam:             wire.SlamRule(v.Slam),
		Tuzdik:           v.Tuzdik,
		Repeat:           wire.RepeatRule(v.Repeat),
	}
}

// VariantFromWire returns the rules that the other end sent, or an error if they cannot be played.
func VariantFromWire(w *wire.Variant) (rules.Variant, error) {
	if w == nil {
		return rules.Variant{}, errors.New("no rules were sent")
	}
	if wire.Strange(w) {
		return rules.Variant{}, errors.New("the rules have a switch that is unknown here")
	}
	v := rules.Variant{
		SowOpponentStore: w.GetSowOpponentStore(),
		ExtraTurn:        w.GetExtraTurn(),
		Capture:          rules.CaptureRule(enum(w.GetCapture())),
		CaptureEmpty:     w.GetCaptureEmpty(),
		Take:             rules.TakeRule(enum(w.GetTake())),
		End:              rules.EndRule(enum(w.GetEnd())),
		Majority:         w.GetMajority(),
		Sweep:            rules.SweepRule(enum(w.GetSweep())),
		Pie:              w.GetPie(),
		Family:           rules.Family(later(w.GetFamily())),
		LeaveOne:         w.GetLeaveOne(),
		CaptureEven:      w.GetCaptureEven(),
		MustFeed:         w.GetMustFeed(),
		Slam:             rules.SlamRule(later(w.GetSlam())),
		Tuzdik:           w.GetTuzdik(),
		Repeat:           rules.RepeatRule(later(w.GetRepeat())),
	}
	houses, seeds := min(w.GetHouses(), 1000), min(w.GetSeeds(), 1000)
	v, err := v.WithSize(int(houses), int(seeds))
	if err != nil {
		return rules.Variant{}, err
	}
	return v, v.Validate()
}

// later returns the rule of a wire enumeration whose zero is a rule, or 255, which is no rule, if w
// is out of range.
func later[T ~int32](w T) uint8 {
	if w < 0 || w > 255 {
		return 255
	}
	return uint8(w)
}

// enum returns the rule of a wire enumeration, or 255, which is no rule, if w is out of range.
func enum[T ~int32](w T) uint8 {
	if w < 1 || w > 255 {
		return 255
	}
	return uint8(w - 1)
}
