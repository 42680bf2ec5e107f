package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// Conversions between the values of other packages and their wire forms. The rules' enumerations
// are one higher on the wire, where zero is no rule.

func variantToWire(v rules.Variant) *wire.Variant {
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
	}
}

// variantFromWire returns the rules that the other end sent, or an error if they cannot be played.
func variantFromWire(w *wire.Variant) (rules.Variant, error) {
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
	}
	houses, seeds := min(w.GetHouses(), 1000), min(w.GetSeeds(), 1000)
	v, err := v.WithSize(int(houses), int(seeds))
	if err != nil {
		return rules.Variant{}, err
	}
	return v, v.Validate()
}

// enum returns the rule of a wire enumeration, or 255, which is no rule, if w is out of range.
func enum[T ~int32](w T) uint8 {
	if w < 1 || w > 255 {
		return 255
	}
	return uint8(w - 1)
}

func partyToWire(p match.Party) wire.Party {
	if p == match.Host {
		return wire.Party_PARTY_HOST
	}
	return wire.Party_PARTY_GUEST
}

func partyFromWire(w wire.Party) (match.Party, error) {
	switch w {
	case wire.Party_PARTY_HOST:
		return match.Host, nil
	case wire.Party_PARTY_GUEST:
		return match.Guest, nil
	}
	return match.Host, fmt.Errorf("the way to decide who starts, %d, is unknown here", w)
}

func reasonToWire(r match.Reason) wire.LeaveReason {
	switch r {
	case match.ReasonQuit:
		return wire.LeaveReason_LEAVE_REASON_QUIT
	case match.ReasonClosed:
		return wire.LeaveReason_LEAVE_REASON_CLOSED
	case match.ReasonDeclined:
		return wire.LeaveReason_LEAVE_REASON_DECLINED
	case match.ReasonLater:
		return wire.LeaveReason_LEAVE_REASON_LATER
	}
	return wire.LeaveReason_LEAVE_REASON_UNSPECIFIED
}

func reasonFromWire(w wire.LeaveReason) match.Reason {
	switch w {
	case wire.LeaveReason_LEAVE_REASON_QUIT:
		return match.ReasonQuit
	case wire.LeaveReason_LEAVE_REASON_CLOSED:
		return match.ReasonClosed
	case wire.LeaveReason_LEAVE_REASON_DECLINED:
		return match.ReasonDeclined
	case wire.LeaveReason_LEAVE_REASON_LATER:
		return match.ReasonLater
	}
	return match.ReasonUnspecified
}
