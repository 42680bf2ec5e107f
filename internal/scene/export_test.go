package scene

// Times used by tests.
const (
	HintPatience  = hintPatience
	BarPatience   = barPatience
	BarHold       = barHold
	ThinkingPause = thinkingPause
	ThinkingShown = thinkingShown
	ThinkingLong  = thinkingLong
)
