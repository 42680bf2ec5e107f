package spelling

// People tells the people of a list of names apart: spellings that share a key are one person, and
// so are those that share one with the same third. The zero value knows none.
type People struct {
	byName, byKey map[string]int // the number of a person
	one           []int          // the number that each of them has come to stand for
}

// Add takes a spelling into account.
func (p *People) Add(name string) {
	if p.byName == nil {
		p.byName, p.byKey = map[string]int{}, map[string]int{}
	}
	if _, known := p.byName[name]; known {
		return
	}
	keys, me := Keys(name), -1
	for _, key := range keys {
		if n, known := p.byKey[key]; known && me < 0 {
			me = p.root(n)
		} else if known {
			p.one[p.root(n)] = me
		}
	}
	if me < 0 {
		me = len(p.one)
		p.one = append(p.one, me)
	}
	for _, key := range keys {
		p.byKey[key] = me
	}
	p.byName[name] = me
}

// Person returns the number of the person with a name that was added. It is valid until another is
// added.
func (p *People) Person(name string) int { return p.root(p.byName[name]) }

func (p *People) root(n int) int {
	for p.one[n] != n {
		n = p.one[n]
	}
	return n
}
