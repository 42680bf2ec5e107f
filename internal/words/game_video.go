package words

func init() {
	addGame("video", Game{
		Title:   Msg("Video Mancala"),
		Line:    Msg("Empty capture with threes, until someone has half."),
		Minutes: 4, Level: easy,
		Help: []HelpBlock{
			{Text: Msg("Like Empty capture, but the game ends when the player to move has no seeds, or as soon as one store holds more than half of all " +
				"seeds.")},
		},
	})
}
