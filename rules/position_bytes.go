package rules

// MaxState is the largest number of bytes that [Position.AppendState] appends.
const MaxState = 2 + 2*MaxHouses + 2 + 1

// AppendState appends the bytes of the board and the side to move, for hashes of games: the stores,
// the houses, in variants with tuzdiks South's and then North's tuzdik, and one last byte. That is
// 0 if South is to move, 1 for North, 2 if the game is over, 3 if a repetition has drawn it.
func (p Position) AppendState(b []byte) []byte {
	m := p.variant.Houses
	b = append(b, p.board.Store[South], p.board.Store[North])
	b = append(b, p.board.House[South][:m]...)
	b = append(b, p.board.House[North][:m]...)
	if p.variant.Tuzdik {
		b = append(b, uint8(p.board.Tuzdik[South]), uint8(p.board.Tuzdik[North]))
	}
	switch next := uint8(p.toMove); {
	case p.end == tied:
		return append(b, 3)
	case p.Over():
		return append(b, 2)
	default:
		return append(b, next)
	}
}
