package words

func init() {
	addGame("bestemshe", Game{
		Title:   Msg("Bestemshe"),
		Line:    Msg("Kazakhstan: five by five, for beginners."),
		Minutes: 5, Level: easy,
		Help: []HelpBlock{
			{Text: Msg("Kazakh children learn Togyz Kumalaq with this game: two rows of five houses, five seeds in each. The first of several " +
				"seeds falls back into its own house, none falls into a store, and what the last seed makes even in the other row is captured.")},
			{Item: true, Text: Msg("Whoever has more than half of the seeds, 26, has won. If a position comes again, the game is drawn.")},
		},
		Lesson: []LessonStep{
			{
				Board: "bestemshe(5,5) <5,0,0,5,5,5,5,5,5,5,5,5,5> south",
				Task:  Msg("The row that glows is yours. Sow one of its houses: the first seed falls back into it, the others go round the houses, and none into a store."),
				Wants: anyPly,
				Done:  saysOf(Msg("One seed has stayed behind. The long pits at the ends are for captured seeds alone.")),
			},
			{
				Board: "bestemshe(5,5) <5,8,8,2,1,0,3,2,5,4,7,5,5> south",
				Task:  Msg("If the last seed makes a house of the other row even, you capture all that it holds. Capture some."),
				Wants: evenThere,
				Other: Msg("That makes nothing even over there. Look for a house whose last seed falls on an odd number of seeds in the other row."),
				Done:  captured,
			},
			{
				Board: "bestemshe(5,5) <5,22,14,1,0,0,3,0,3,2,0,4,1> south",
				Task:  Msg("Whoever has more than half of the seeds has won: here, 26 of 50. You have 22. Win."),
				Wants: ends,
				Other: Msg("That is not enough yet. Look for a house of three that you can make even."),
				Done:  wonBy,
			},
		},
	})
}
