package words

func init() {
	addGame("bowls", Game{
		Title:   Msg("Bowls"),
		Line:    Msg("Sow into both stores, capture in both rows."),
		Minutes: 5, Level: needsPlan,
		Help: []HelpBlock{
			{Text: Msg("Sowing drops a seed into both stores and earns no extra turn. The last seed in any empty house captures what lies " +
				"opposite and stays where it is. Seeds left in the houses do not count.")},
		},
	})
}
