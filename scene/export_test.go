package scene

// Times that tests go by.
const (
	HintPatience  = hintPatience
	BarPatience   = barPatience
	BarHold       = barHold
	ThinkingPause = thinkingPause
	ThinkingShown = thinkingShown
	ThinkingLong  = thinkingLong
)
