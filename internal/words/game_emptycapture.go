package words

func init() {
	addGame("empty-capture", Game{
		Title:   Msg("Empty capture"),
		Line:    Msg("Kalah in which a lone last seed goes home."),
		Minutes: 5, Level: easy,
		Help: []HelpBlock{
			{Text: Msg("Like Kalah, but the last seed in an empty house of your own goes into your store even if nothing lies opposite.")},
		},
	})
}
