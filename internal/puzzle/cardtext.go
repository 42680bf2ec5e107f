package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
)

// maxCard limits the texts that [ParseCard] accepts, in bytes.
const maxCard = 4000

// String returns the card as one line for [ParseCard], with bars between the fields: the version,
// the position, the values of the plies, the mistake, the replies to wrong plies, the schedule
// (stability, difficulty, days of the next and of the last question, numbers of answers and of
// lapses), and the game.
func (c Card) String() string {
	values := make([]string, len(c.Puzzle.Values))
	for i, v := range c.Puzzle.Values {
		values[i] = v.Ply.String() + ":" + strconv.Itoa(v.Seeds)
	}
	var replies []string
	for _, r := range c.Puzzle.Replies[0] {
		line := []string{r.Wrong.String()}
		for _, h := range r.Line {
			line = append(line, h.String())
		}
		replies = append(replies, strings.Join(line, ","))
	}
	schedule := fmt.Sprintf("%s %s %d %d %d %d", exact(c.Memory.Stability), exact(c.Memory.Difficulty), c.Due, c.Last, c.Answers, c.Lapses)
	return strings.Join([]string{
		"1", c.Puzzle.Position.String(), strings.Join(values, " "), c.Played.String(), strings.Join(replies, " "), schedule, c.Game,
	}, " | ")
}

// errCard means that a text is no card.
var errCard = rules.Refuse("puzzle.no-card", "that is not the text of a card")

// ParseCard parses the result of [Card.String]. It rejects a text with contradictions, but proves
// no values.
func ParseCard(text string) (Card, error) {
	fields := strings.Split(text[:min(len(text), maxCard)], " | ")
	if len(text) > maxCard || len(fields) != 7 || fields[0] != "1" {
		return Card{}, errCard
	}
	position, err := rules.ParsePosition(fields[1])
	if err != nil {
		return Card{}, errCard
	}
	values, err := parseValues(strings.Fields(fields[2]))
	if err != nil || !isOf(position, values) || position.ToMove() != rules.South {
		return Card{}, errCard
	}
	c := Card{Game: fields[6]}
	if c.Played, err = rules.ParseHouse(fields[3]); err != nil {
		return Card{}, errCard
	}
	var ok bool
	if c.Puzzle, ok = mistaken(position, values, c.Played); !ok {
		return Card{}, errCard
	}
	if c.setReplies(strings.Fields(fields[4])) != nil || c.setSchedule(fields[5]) != nil || c.String() != text {
		return Card{}, errCard
	}
	return c, nil
}

// isOf reports whether a position has several legal plies, and values are possible values of all of
// them.
func isOf(p rules.Position, values []Value) bool {
	var legal []rules.House
	for h := range p.Plies() {
		legal = append(legal, h)
	}
	total := p.Variant().Total()
	return len(legal) > 1 && slices.EqualFunc(legal, values, func(h rules.House, v Value) bool {
		return v.Ply == h && max(v.Seeds, -v.Seeds) <= total
	})
}

func (c *Card) setReplies(texts []string) error {
	p := &c.Puzzle
	p.Replies = [][]Reply{nil}
	for _, text := range texts {
		plies, err := rules.ParsePlies(strings.Split(text, ","))
		if err != nil {
			return err
		}
		at := p.Position
		for _, h := range plies {
			if at, _, err = at.Sow(h); err != nil {
				return err
			}
		}
		p.Replies[0] = append(p.Replies[0], Reply{plies[0], plies[1:]})
	}
	return nil
}

func (c *Card) setSchedule(text string) error {
	fields := strings.Fields(text)
	if len(fields) != 6 {
		return errCard
	}
	var err error
	if c.Memory.Stability, err = strconv.ParseFloat(fields[0], 64); err != nil {
		return err
	}
	if c.Memory.Difficulty, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return err
	}
	var n [4]int
	for i := range n {
		if n[i], err = strconv.Atoi(fields[2+i]); err != nil {
			return err
		}
	}
	c.Due, c.Last, c.Answers, c.Lapses = Day(n[0]), Day(n[1]), n[2], n[3]
	possible := func(d Day) bool { return d >= 0 && d < 1<<22 } // the last year has fewer days
	if !c.Memory.Valid() || !possible(c.Due) || !possible(c.Last) || c.Lapses < 0 || c.Lapses > c.Answers {
		return errCard
	}
	return nil
}
