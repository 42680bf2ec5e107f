package nearby

import (
	"encoding/base32"
	"errors"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/dns/dnsmessage"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

const (
	service   = "_mancala._tcp.local."
	services  = "_services._dns-sd._udp.local." // the question for the types of all services
	textForm  = "1"                             // of the texts
	lifetime  = 120                             // seconds until an announcement is forgotten
	longest   = 63                              // bytes of a label
	maxPacket = 9000                            // bytes, by RFC 6762
	maxParts  = 64                              // the largest number of questions or records of a packet that are looked at
	legacyTTL = 10                              // seconds, for programs that ask as in plain DNS

	flush   dnsmessage.Class = 1 << 15 // the cache-flush bit: replaces earlier records
	unicast dnsmessage.Class = 1 << 15 // the bit of a question that asks for a unicast answer
)

// Game is a hosted game as it is announced.
type Game struct {
	// Name is the host's name, cleaned for display.
	Name string
	// Variant is the rules, or the zero value for rules that this program does not know.
	Variant rules.Variant
	// Full says that a guest is playing.
	Full bool
	// Fingerprint is the host's, 26 letters, or "" if the host does not encrypt.
	Fingerprint string
	// Oldest and Newest are the versions of the protocol that the host speaks.
	Oldest, Newest int
}

// Instance is the name of an announced service, unique on the network.
type Instance struct {
	label string // the instance's own part of its name
	host  string // the host name of the addresses
}

// NewInstance returns a name for the game of a host, with a random part that makes it unique.
func NewInstance(name string, random io.Reader) (Instance, error) {
	var tag [5]byte
	if _, err := io.ReadFull(random, tag[:]); err != nil {
		return Instance{}, err
	}
	id := strings.ToLower(base32.StdEncoding.EncodeToString(tag[:]))
	label := match.CleanName(strings.ReplaceAll(name, ".", " ")) // a dot would end the label
	for len(label)+1+len(id) > longest {
		_, size := utf8.DecodeLastRuneInString(label)
		label = label[:len(label)-size]
	}
	return Instance{strings.TrimSpace(label + " " + id), "mancala-" + id + ".local."}, nil
}

func (i Instance) name() string { return i.label + "." + service }

// texts returns the TXT strings about a game, as key=value.
func (g Game) texts() []string {
	state := "free"
	if g.Full {
		state = "full"
	}
	list := []string{
		"txtvers=" + textForm, "proto=" + strconv.Itoa(g.Oldest) + "-" + strconv.Itoa(g.Newest),
		"name=" + g.Name, "rules=" + g.Variant.String(), "state=" + state,
	}
	if g.Fingerprint != "" {
		list = append(list, "key="+g.Fingerprint)
	}
	return list
}

// Asked is the kind of a question for games.
type Asked uint8

// The kinds.
const (
	NotAsked Asked = iota // the packet does not ask
	ForGames              // asks for games
	ForTypes              // asks for the types of services
)

// Question is a question for games.
type Question struct {
	Asked Asked
	// id and question belong to a program that asks as in plain DNS, and expects a unicast answer.
	id       uint16
	question dnsmessage.Question
}

// ReadQuestion returns a packet's question for games, or for this one. For any other packet, Asked
// is NotAsked.
func ReadQuestion(packet []byte, i Instance) Question {
	var p dnsmessage.Parser
	header, err := p.Start(packet)
	if err != nil || header.Response || header.OpCode != 0 {
		return Question{}
	}
	for range maxParts {
		q, err := p.Question()
		if err != nil {
			return Question{}
		}
		found := Question{id: header.ID, question: q}
		if q.Class&^unicast != dnsmessage.ClassINET && q.Class&^unicast != dnsmessage.ClassANY {
			continue
		}
		switch name := q.Name.String(); {
		case strings.EqualFold(name, services) && ofType(q, dnsmessage.TypePTR):
			found.Asked = ForTypes
		case strings.EqualFold(name, service) && ofType(q, dnsmessage.TypePTR),
			strings.EqualFold(name, i.name()) && ofType(q, dnsmessage.TypeSRV, dnsmessage.TypeTXT),
			strings.EqualFold(name, i.host) && ofType(q, dnsmessage.TypeA, dnsmessage.TypeAAAA):
			found.Asked = ForGames
		default:
			continue
		}
		return found
	}
	return Question{}
}

func ofType(q dnsmessage.Question, types ...dnsmessage.Type) bool {
	return q.Type == dnsmessage.TypeALL || slices.Contains(types, q.Type)
}

// Ask returns a packet that asks for games.
func Ask() ([]byte, error) {
	return (&dnsmessage.Message{Questions: []dnsmessage.Question{
		{Name: dnsmessage.MustNewName(service), Type: dnsmessage.TypePTR, Class: dnsmessage.ClassINET},
	}}).Pack()
}

// Announcement is a game with its addresses.
type Announcement struct {
	Instance
	Game
	// Addrs are addresses on the network on which the packet is sent; Port is the same for all.
	Addrs []netip.Addr
	Port  uint16
}

// Pack returns a packet that announces a game to everyone, or with gone its end.
func (a Announcement) Pack(gone bool) ([]byte, error) {
	ttl := uint32(lifetime)
	if gone {
		ttl = 0
	}
	return a.pack(dnsmessage.Header{Response: true, Authoritative: true}, nil, ttl, flush)
}

// Answer returns a packet that answers a question: for everyone, or, if alone is set, only for the
// program that asked as in plain DNS.
func (a Announcement) Answer(q Question, alone bool) ([]byte, error) {
	header := dnsmessage.Header{Response: true, Authoritative: true}
	var echo *dnsmessage.Question
	ttl, once := uint32(lifetime), flush
	if alone { // RFC 6762, 6.7
		header.ID, echo, ttl, once = q.id, &q.question, legacyTTL, 0
		echo.Class &^= unicast
	}
	if q.Asked == ForTypes {
		return packTypes(header, echo, ttl)
	}
	return a.pack(header, echo, ttl, once)
}

// packTypes returns the answer to the question for all services.
func packTypes(header dnsmessage.Header, echo *dnsmessage.Question, ttl uint32) ([]byte, error) {
	b, err := begin(header, echo)
	if err != nil {
		return nil, err
	}
	err = b.PTRResource(
		dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(services), Class: dnsmessage.ClassINET, TTL: ttl},
		dnsmessage.PTRResource{PTR: dnsmessage.MustNewName(service)},
	)
	if err != nil {
		return nil, err
	}
	return b.Finish()
}

// begin begins a packet with answers.
func begin(header dnsmessage.Header, echo *dnsmessage.Question) (dnsmessage.Builder, error) {
	b := dnsmessage.NewBuilder(make([]byte, 0, 512), header)
	b.EnableCompression()
	if echo != nil {
		if err := errors.Join(b.StartQuestions(), b.Question(*echo)); err != nil {
			return b, err
		}
	}
	return b, b.StartAnswers()
}

// pack returns a packet with all records of the game.
func (a Announcement) pack(header dnsmessage.Header, echo *dnsmessage.Question, ttl uint32, once dnsmessage.Class) ([]byte, error) {
	name, err := dnsmessage.NewName(a.name())
	if err != nil {
		return nil, err
	}
	host, err := dnsmessage.NewName(a.host)
	if err != nil {
		return nil, err
	}
	b, err := begin(header, echo)
	if err != nil {
		return nil, err
	}
	about := func(name dnsmessage.Name) dnsmessage.ResourceHeader {
		return dnsmessage.ResourceHeader{Name: name, Class: dnsmessage.ClassINET | once, TTL: ttl}
	}
	shared := dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(service), Class: dnsmessage.ClassINET, TTL: ttl}
	err = errors.Join(
		b.PTRResource(shared, dnsmessage.PTRResource{PTR: name}),
		b.SRVResource(about(name), dnsmessage.SRVResource{Port: a.Port, Target: host}),
		b.TXTResource(about(name), dnsmessage.TXTResource{TXT: a.texts()}),
	)
	for _, addr := range a.Addrs {
		if addr = addr.Unmap(); addr.Is4() {
			err = errors.Join(err, b.AResource(about(host), dnsmessage.AResource{A: addr.As4()}))
		} else {
			err = errors.Join(err, b.AAAAResource(about(host), dnsmessage.AAAAResource{AAAA: addr.As16()}))
		}
	}
	if err != nil {
		return nil, err
	}
	return b.Finish()
}

// told is a game announced in a packet.
type told struct {
	Game
	instance string // its full name, in lower case
	port     uint16
	addrs    []netip.Addr
	ttl      uint32 // in seconds; 0 means that the game has ended
}

// parts are the records of a packet by their names, in lower case.
type parts struct {
	instances map[string]uint32 // with the time to live
	places    map[string]dnsmessage.SRVResource
	texts     map[string][]string
	addrs     map[string][]netip.Addr
}

var errForeign = errors.New("the packet is no answer about games")

// read returns the games with all their records in a packet, in no order. It skips broken records
// and records without a game; a broken packet is an error.
func read(packet []byte) ([]told, error) {
	if len(packet) > maxPacket {
		return nil, errForeign
	}
	p, err := readParts(packet)
	if err != nil {
		return nil, err
	}
	var list []told
	for instance, ttl := range p.instances {
		t := told{instance: instance, ttl: ttl}
		if ttl == 0 {
			list = append(list, t)
			continue
		}
		place, ok := p.places[instance]
		if !ok || place.Port == 0 {
			continue
		}
		t.port, t.addrs = place.Port, p.addrs[strings.ToLower(place.Target.String())]
		if t.Game, err = readTexts(p.texts[instance]); err == nil {
			list = append(list, t)
		}
	}
	return list, nil
}

// readParts collects the records of the answer and additional sections.
func readParts(packet []byte) (parts, error) {
	var p dnsmessage.Parser
	found := parts{map[string]uint32{}, map[string]dnsmessage.SRVResource{}, map[string][]string{}, map[string][]netip.Addr{}}
	header, err := p.Start(packet)
	if err != nil || !header.Response {
		return found, errForeign
	}
	if err := p.SkipAllQuestions(); err != nil {
		return found, err
	}
	if err := found.take(p.Answer); err != nil {
		return found, err
	}
	if err := p.SkipAllAuthorities(); err != nil {
		return found, err
	}
	return found, found.take(p.Additional)
}

// take collects the records of a section.
func (p *parts) take(next func() (dnsmessage.Resource, error)) error {
	for range maxParts {
		record, err := next()
		if err == dnsmessage.ErrSectionDone {
			return nil
		}
		if err != nil {
			return err
		}
		name := strings.ToLower(record.Header.Name.String())
		switch body := record.Body.(type) {
		case *dnsmessage.PTRResource:
			if instance := strings.ToLower(body.PTR.String()); name == service && strings.HasSuffix(instance, "."+service) {
				p.instances[instance] = record.Header.TTL
			}
		case *dnsmessage.SRVResource:
			p.places[name] = *body
		case *dnsmessage.TXTResource:
			p.texts[name] = body.TXT
		case *dnsmessage.AResource:
			p.addrs[name] = append(p.addrs[name], netip.AddrFrom4(body.A))
		case *dnsmessage.AAAAResource:
			p.addrs[name] = append(p.addrs[name], netip.AddrFrom16(body.AAAA))
		}
	}
	return errForeign // no game needs that many
}

// readTexts parses the TXT strings about a game.
func readTexts(list []string) (Game, error) {
	var g Game
	texts := map[string]string{}
	for _, text := range list {
		key, value, _ := strings.Cut(text, "=")
		if _, again := texts[strings.ToLower(key)]; !again { // the first one counts
			texts[strings.ToLower(key)] = value
		}
	}
	oldest, newest, _ := strings.Cut(texts["proto"], "-")
	var errs [2]error
	g.Oldest, errs[0] = strconv.Atoi(oldest)
	g.Newest, errs[1] = strconv.Atoi(newest)
	if errs != [2]error{} || g.Oldest < 1 || g.Newest < g.Oldest {
		return g, errForeign
	}
	if g.Name = match.CleanName(texts["name"]); g.Name == "" {
		g.Name = match.DefaultName(match.Host)
	}
	if v, err := rules.ParseRuleSet(texts["rules"]); err == nil {
		g.Variant = v
	}
	g.Full = texts["state"] == "full"
	if text := texts["key"]; text != "" {
		key, err := keys.ParseFingerprint(text)
		if err != nil {
			return g, err
		}
		g.Fingerprint = key.String()
	}
	return g, nil
}
