package engine

// The weights of the evaluation, as TestTune in tune_test.go prints them.

// sweepingWeights are for variants in which seeds left at the end go to their owner.
var sweepingWeights = [len(stages)]weights{
	{seeds: [farthest + 1]int{-15, 26, 98, 119, 175, 205}, empty: -351, extras: [2]int{208, -62}, take: [2]int{365, -65}, turn: -235},
	{seeds: [farthest + 1]int{-22, -22, 55, 109, 137, 136}, empty: -581, extras: [2]int{506, -175}, take: [2]int{333, -142}, turn: -156},
	{seeds: [farthest + 1]int{-5, 8, 1, -154, 0, 79}, empty: 44, extras: [2]int{773, 74}, take: [2]int{220, -148}, turn: 322},
	{seeds: [farthest + 1]int{60, 75, 29, -66, -46, -107}, empty: 1071, extras: [2]int{840, 225}, take: [2]int{147, -39}, turn: 854},
}

// leavingWeights are for variants in which seeds left at the end count for neither player.
var leavingWeights = [len(stages)]weights{
	{seeds: [farthest + 1]int{71, 63, 48, 35, 19, 15}, empty: 15, extras: [2]int{0, 0}, take: [2]int{199, -34}, turn: 96},
	{seeds: [farthest + 1]int{25, -14, -14, -12, -2, 15}, empty: -163, extras: [2]int{0, 0}, take: [2]int{228, -63}, turn: 103},
	{seeds: [farthest + 1]int{31, 10, 2, -10, -11, -8}, empty: -83, extras: [2]int{0, 0}, take: [2]int{219, -57}, turn: 132},
	{seeds: [farthest + 1]int{40, 13, 26, 11, 17, 23}, empty: -37, extras: [2]int{0, 0}, take: [2]int{176, 10}, turn: 19},
}
