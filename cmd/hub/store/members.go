package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
)

// Member is a member of the club.
type Member struct {
	ID, Name string
	Computer bool
	Barred   bool
	Created  time.Time
}

// Enter makes a member with a device, whose name has those looks. It returns ErrExists if a member
// has one of the looks, or the member to whom the device belongs already, as after two calls at
// once.
func (s *Store) Enter(ctx context.Context, m Member, looks []string, fingerprint string) (Member, error) {
	var got Member
	err := s.change(ctx, func(x *tx) error {
		old, err := x.ofDevice(fingerprint)
		if got = old; !errors.Is(err, ErrNotFound) {
			return err
		}
		_, err = x.exec("INSERT INTO member (id, name, search, computer, created) VALUES ($1, $2, $3, $4, {now})",
			m.ID, m.Name, spelling.Searchable(m.Name), bit(m.Computer))
		if err == nil {
			err = x.setLooks(m.ID, looks)
		}
		if err == nil {
			err = x.addDevice(m.ID, fingerprint)
		}
		if errors.Is(err, ErrExists) { // maybe for the same device, by another connection
			if old, failed := x.ofDevice(fingerprint); failed == nil {
				got = old
				return errDone
			}
		}
		if err == nil {
			got, err = x.member(m.ID)
		}
		return err
	})
	return got, err
}

// setLooks replaces the looks of a member's name, or returns ErrExists if another member has one.
func (x *tx) setLooks(member string, looks []string) error {
	if _, err := x.exec("DELETE FROM look WHERE member = $1", member); err != nil {
		return err
	}
	for _, look := range looks { // sorted, so that two who want the same wait in one order
		n, err := x.exec("INSERT INTO look (look, member) VALUES ($1, $2) ON CONFLICT DO NOTHING", look, member)
		if err == nil && n == 0 {
			err = ErrExists
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// addDevice gives a member a device that is no one's, or returns ErrExists.
func (x *tx) addDevice(member, fingerprint string) error {
	n, err := x.exec("INSERT INTO device (fingerprint, member, added, seen) VALUES ($1, $2, {now}, {now}) ON CONFLICT DO NOTHING", fingerprint, member)
	if err == nil && n == 0 {
		err = ErrExists
	}
	return err
}

const memberColumns = "SELECT member.id, member.name, member.computer, member.barred, member.created FROM member "

func scanMember(scan func(...any) error) (m Member, err error) {
	var created int64
	err = scan(&m.ID, &m.Name, &m.Computer, &m.Barred, &created)
	m.Created = time.UnixMilli(created).UTC()
	return m, err
}

func (x *tx) member(id string) (Member, error) {
	return scanMember(func(to ...any) error { return x.row(memberColumns+"WHERE id = $1", []any{id}, to...) })
}

// ofDevice returns the member to whom a device belongs.
func (x *tx) ofDevice(fingerprint string) (Member, error) {
	return scanMember(func(to ...any) error {
		return x.row(memberColumns+"JOIN device ON device.member = member.id WHERE device.fingerprint = $1", []any{fingerprint}, to...)
	})
}

// Member returns the member with an id, or ErrNotFound.
func (s *Store) Member(ctx context.Context, id string) (Member, error) {
	return one(ctx, s, scanMember, memberColumns+"WHERE id = $1", id)
}

// OfDevice returns the member to whom a device belongs, or ErrNotFound.
func (s *Store) OfDevice(ctx context.Context, fingerprint string) (Member, error) {
	return one(ctx, s, scanMember, memberColumns+"JOIN device ON device.member = member.id WHERE device.fingerprint = $1", fingerprint)
}

// Rename gives a member another name with those looks, or returns ErrExists if another member has
// one of them.
func (s *Store) Rename(ctx context.Context, id, name string, looks []string) error {
	return s.change(ctx, func(x *tx) error {
		if err := x.one("UPDATE member SET name = $2, search = $3 WHERE id = $1", id, name, spelling.Searchable(name)); err != nil {
			return err
		}
		x.tell("member", id, nil)
		return x.setLooks(id, looks)
	})
}

// one runs a statement that changes a row, or returns ErrNotFound.
func (x *tx) one(query string, args ...any) error {
	n, err := x.exec(query, args...)
	if err == nil && n == 0 {
		err = ErrNotFound
	}
	return err
}

// Bar keeps a member out, also of the standings, or ends that.
func (s *Store) Bar(ctx context.Context, id string, barred bool) error {
	return s.change(ctx, func(x *tx) error {
		x.tell("member", id, nil)
		if err := x.one("UPDATE member SET barred = $2 WHERE id = $1", id, bit(barred)); err != nil {
			return err
		}
		_, err := x.exec("UPDATE rating SET listed = $2 WHERE member = $1 AND rated_at > 0", id, bit(!barred))
		return err
	})
}

// Forget deletes a member and all that is known of them; their games stay, under the id. It returns
// ErrBusy if they play.
func (s *Store) Forget(ctx context.Context, id string) error {
	return s.change(ctx, func(x *tx) error { return x.forget(id) })
}

func (x *tx) forget(id string) error {
	p, err := x.place(id)
	if err == nil && p.Kind == KindPlay {
		return ErrBusy
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return err
	}
	for _, kind := range []string{"member", "place", "report"} {
		x.tell(kind, id, nil)
	}
	_, err = x.exec("DELETE FROM member WHERE id = $1", id)
	return err
}

// Person is a member with all that is kept about them.
type Person struct {
	Member
	Devices   []lobby.MemberDevice // the oldest first
	Blocked   []string             // the ids of those with whom the member does not play
	Standings map[string]Standing
}

// People returns the members with those ids; unknown ones are left out.
func (s *Store) People(ctx context.Context, ids ...string) (map[string]*Person, error) {
	people := map[string]*Person{}
	list, err := json.Marshal(ids)
	if err != nil || len(ids) == 0 {
		return people, err
	}
	read := func(query string, f func(*sql.Rows) error) {
		if err == nil {
			err = s.view(ctx, f, query, string(list))
		}
	}
	read(memberColumns+"WHERE id IN {values}", func(rows *sql.Rows) error {
		m, err := scanMember(rows.Scan)
		people[m.ID] = &Person{Member: m, Standings: map[string]Standing{}}
		return err
	})
	of := func(member string) *Person { // one who has just been made is left out
		if p := people[member]; p != nil {
			return p
		}
		return &Person{Standings: map[string]Standing{}}
	}
	read("SELECT member, fingerprint, added, seen FROM device WHERE member IN {values} ORDER BY added, fingerprint", func(rows *sql.Rows) error {
		var member string
		var d lobby.MemberDevice
		var added, seen int64
		err := rows.Scan(&member, &d.Key, &added, &seen)
		d.Added, d.Seen = time.UnixMilli(added).UTC(), time.UnixMilli(seen).UTC()
		p := of(member)
		p.Devices = append(p.Devices, d)
		return err
	})
	read("SELECT member, whom FROM block WHERE member IN {values} ORDER BY whom", func(rows *sql.Rows) error {
		var member, whom string
		err := rows.Scan(&member, &whom)
		p := of(member)
		p.Blocked = append(p.Blocked, whom)
		return err
	})
	read(standingColumns+"WHERE member IN {values}", func(rows *sql.Rows) error {
		member, discipline, standing, err := scanStanding(rows.Scan)
		of(member).Standings[discipline] = standing
		return err
	})
	return people, err
}

// Find returns at most that many members whose names match a query, in the order of their names.
func (s *Store) Find(ctx context.Context, query spelling.Query, most int) (list []Member, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		m, err := scanMember(rows.Scan)
		list = append(list, m)
		return err
	}, memberColumns+"WHERE ({instr}(search, $1) > 0 OR $2 <> '' AND {instr}(search, $2) > 0) ORDER BY name{bytes}, id LIMIT $3", query.Part, query.Whole, most)
	return list, err
}

// Seen notes that a device is here; only the day is kept.
func (s *Store) Seen(ctx context.Context, fingerprint string) error {
	const day = 24 * 60 * 60 * 1000
	return s.change(ctx, func(x *tx) error {
		_, err := x.exec("UPDATE device SET seen = {now} - {now} % $2 WHERE fingerprint = $1 AND seen < {now} - {now} % $2", fingerprint, day)
		return err
	})
}

// Errors of RemoveDevice, beside ErrNotFound for a device that is not the member's.
var (
	// ErrLast means that a member would lose the only device.
	ErrLast = errors.New("it is the only device of the member")
	// ErrRemoved means that the device that asks is not the member's any more.
	ErrRemoved = errors.New("the device that asks has been removed itself")
)

// RemoveDevice takes a device from a member. by is the device that asks, or "" for an operator.
func (s *Store) RemoveDevice(ctx context.Context, member, fingerprint, by string) error {
	removed := false // by an attempt whose answer was lost
	return s.change(ctx, func(x *tx) error {
		if err := x.lockMember(member); err != nil {
			return err
		}
		all, mine := 0, 0
		err := x.row("SELECT count(*), coalesce(sum(CASE WHEN fingerprint = $2 THEN 1 ELSE 0 END), 0) FROM device WHERE member = $1", []any{member, by}, &all, &mine)
		if err != nil {
			return err
		}
		if by != "" && mine == 0 {
			return ErrRemoved
		}
		err = x.one("DELETE FROM device WHERE fingerprint = $1 AND member = $2", fingerprint, member)
		switch {
		case errors.Is(err, ErrNotFound) && removed:
			return errDone
		case err != nil:
			return err
		case all == 1:
			return ErrLast
		}
		removed = true
		return nil
	})
}

// lockMember keeps other transactions about a member waiting, so that counts stay true.
func (x *tx) lockMember(id string) error {
	var there string
	return x.row("SELECT id FROM member WHERE id = $1 {lock}", []any{id}, &there)
}

// PutCode keeps a code for another device of a member for a while, or returns ErrExists.
func (s *Store) PutCode(ctx context.Context, member, code string, life time.Duration) error {
	return s.change(ctx, func(x *tx) error {
		n, err := x.exec(`INSERT INTO code (code, member, lapses) VALUES ($1, $2, {now} + $3) ON CONFLICT (code) DO UPDATE
			SET member = excluded.member, lapses = excluded.lapses WHERE code.lapses < {now} OR code.member = excluded.member`, code, member, life.Milliseconds())
		if err == nil && n == 0 {
			err = ErrExists
		}
		return err
	})
}

// UseCode gives a device to the member of a code, once, and deletes the device's former member if
// it was the only one. allowed looks at both members, who may be the same, and at the number of
// devices that the new one has; the former has no id if there is none. The error is ErrNotFound for
// a code that is not one or has lapsed, ErrBusy if the former member plays, or the error of
// allowed; the code stays then.
func (s *Store) UseCode(ctx context.Context, code, fingerprint string, allowed func(from, to Member, devices int) error) (to Member, err error) {
	err = s.change(ctx, func(x *tx) error {
		var id, used string
		err := x.row("SELECT member, used FROM code WHERE code = $1 AND lapses >= {now} AND (used = '' OR used = $2) {lock}", []any{code, fingerprint}, &id, &used)
		if err != nil {
			return err
		}
		if err := x.lockMember(id); err != nil {
			return err
		}
		from, err := x.ofDevice(fingerprint)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		if to, err = x.member(id); err != nil || from.ID == id && used != "" { // an earlier attempt has done it
			return err
		}
		devices := 0
		if err := x.row("SELECT count(*) FROM device WHERE member = $1", []any{id}, &devices); err != nil {
			return err
		}
		if err := allowed(from, to, devices); err != nil {
			return err
		}
		if err := x.giveUp(from.ID, fingerprint); err != nil {
			return err
		}
		if err := x.addDevice(id, fingerprint); err != nil {
			return err
		}
		_, err = x.exec("UPDATE code SET used = $2 WHERE code = $1", code, fingerprint)
		return err
	})
	return to, err
}

// giveUp takes a device from its member, and deletes a member without another one.
func (x *tx) giveUp(member, fingerprint string) error {
	if member == "" {
		return nil
	}
	if _, err := x.exec("DELETE FROM device WHERE fingerprint = $1", fingerprint); err != nil {
		return err
	}
	left := 0
	if err := x.row("SELECT count(*) FROM device WHERE member = $1", []any{member}, &left); left > 0 || err != nil {
		return err
	}
	return x.forget(member)
}

// Block keeps two members from playing with each other, or ends that. It returns ErrExists if the
// member has blocked that many.
func (s *Store) Block(ctx context.Context, member, whom string, off bool, most int) error {
	return s.change(ctx, func(x *tx) error {
		x.tell("member", member, nil)
		if off {
			_, err := x.exec("DELETE FROM block WHERE member = $1 AND whom = $2", member, whom)
			return err
		}
		if err := x.lockMember(member); err != nil {
			return err
		}
		blocked := 0
		if err := x.row("SELECT count(*) FROM block WHERE member = $1 AND whom <> $2", []any{member, whom}, &blocked); err != nil {
			return err
		}
		if blocked >= most {
			return ErrExists
		}
		return x.one("INSERT INTO block (member, whom) SELECT $1, id FROM member WHERE id = $2 ON CONFLICT (member, whom) DO UPDATE SET whom = excluded.whom",
			member, whom)
	})
}
