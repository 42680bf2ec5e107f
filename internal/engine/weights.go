package engine

// The weights of the evaluation, as TestTune in tune_test.go prints them.

// sweepingWeights are for variants that give the seeds left at the end to their owner.
var sweepingWeights = [len(stages)]weights{
	{seeds: [farthest + 1]int{-15, 26, 98, 119, 175, 205}, empty: -351, extras: [2]int{208, -62}, take: [2]int{365, -65}, turn: -235},
	{seeds: [farthest + 1]int{-22, -22, 55, 109, 137, 136}, empty: -581, extras: [2]int{506, -175}, take: [2]int{333, -142}, turn: -156},
	{seeds: [farthest + 1]int{-5, 8, 1, -154, 0, 79}, empty: 44, extras: [2]int{773, 74}, take: [2]int{220, -148}, turn: 322},
	{seeds: [farthest + 1]int{60, 75, 29, -66, -46, -107}, empty: 1071, extras: [2]int{840, 225}, take: [2]int{147, -39}, turn: 854},
}

// emptyingWeights are for variants that give the seeds left at the end to the empty side.
var emptyingWeights = [len(stages)]weights{
	{seeds: [farthest + 1]int{210, 158, 107, -120, -162, -137}, empty: 333, extras: [2]int{340, -297}, take: [2]int{143, 10}, turn: 170},
	{seeds: [farthest + 1]int{121, 71, 118, 130, 58, -39}, empty: 144, extras: [2]int{542, -357}, take: [2]int{251, -47}, turn: -72},
	{seeds: [farthest + 1]int{24, 9, 33, 82, 89, -81}, empty: -71, extras: [2]int{585, -311}, take: [2]int{237, -64}, turn: -45},
	{seeds: [farthest + 1]int{-187, -125, 50, 72, 138, 210}, empty: 7, extras: [2]int{104, 232}, take: [2]int{84, 53}, turn: 88},
}

// owareWeights are for boards of the family of Oware that have no network, togyzWeights for Togyz'
// family with tuzdiks, and bestemsheWeights for it without. Duels chose the weights of Oware: the
// fit of TestTune gets 0.28 of the points against them.
var (
	owareWeights = ringWeights{
		{-40, -500, -400, -300, 500, 0, 200, -100, 0, 0, 0},
		{-40, -500, -400, -300, 500, 0, 200, -100, 0, 0, 0},
		{-40, -500, -400, -300, 500, 0, 200, -100, 0, 0, 0},
	}
	togyzWeights = ringWeights{
		{-107, -160, -39, -234, 2104, 1652, 31, -94, 3262, -3451, 624},
		{43, 195, -10, 7, -1225, 1701, 187, -42, 1162, -552, -179},
		{-147, -995, -691, -744, 2356, 195, 172, -41, -24, -709, 640},
	}
	bestemsheWeights = ringWeights{
		{11, -202, -138, -61, -501, 0, 208, -51, 0, 0, 36},
		{3, -58, 25, 45, 143, 0, 215, -32, 0, 0, 33},
		{-153, 280, -429, -791, 393, 0, 214, -267, 0, 0, 260},
	}
)

// leavingWeights are for variants that count the seeds left at the end for neither player.
var leavingWeights = [len(stages)]weights{
	{seeds: [farthest + 1]int{71, 63, 48, 35, 19, 15}, empty: 15, extras: [2]int{0, 0}, take: [2]int{199, -34}, turn: 96},
	{seeds: [farthest + 1]int{25, -14, -14, -12, -2, 15}, empty: -163, extras: [2]int{0, 0}, take: [2]int{228, -63}, turn: 103},
	{seeds: [farthest + 1]int{31, 10, 2, -10, -11, -8}, empty: -83, extras: [2]int{0, 0}, take: [2]int{219, -57}, turn: 132},
	{seeds: [farthest + 1]int{40, 13, 26, 11, 17, 23}, empty: -37, extras: [2]int{0, 0}, take: [2]int{176, 10}, turn: 19},
}
