package nearby

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/dns/dnsmessage"

	"mancala/match"
	"mancala/netplay/keys"
	"mancala/rules"
)

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

// read returns the games whose records are all in a packet, in no order. It leaves out records that
// are broken or belong to no game; a broken packet is an error.
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
