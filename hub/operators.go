package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/hub/admin"
	"mancala/hub/backup"
	"mancala/hub/club"
	"mancala/hub/config"
	"mancala/hub/gateway"
	"mancala/match/lobby"
	"mancala/netplay/limit"
)

// operators is a hub as the commands of "hub admin" see it. Some may come before all parts of the
// hub have begun.
type operators struct{ hub *hub }

// errBeginning says that a command came too early.
var errBeginning = errors.New("the hub is still starting; try again in a moment")

// Ready returns an error until the hub has begun.
func (o operators) Ready() error {
	select {
	case <-o.hub.built:
		return nil
	default:
		return errBeginning
	}
}

// Health returns the text of /healthz, and whether this node should get new members.
func (o operators) Health() (text string, well bool) { return o.hub.board.Report() }

// Status returns lines about this node.
func (o operators) Status(context.Context) [][2]string {
	h := o.hub
	if o.Ready() != nil {
		return [][2]string{{"state", "starting"}}
	}
	record := "up to date"
	if err := h.follow.Check(); err != nil {
		record = err.Error()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return [][2]string{
		{"version", version()},
		{"node", h.bus.Node()},
		{"club", h.cfg.Name},
		{"running for", time.Since(h.began).Round(time.Second).String()},
		{"visitors", strconv.Itoa(h.gateway.Visits())},
		{"tables in the list", strconv.Itoa(h.club.TableCount())},
		{"games at this node", strconv.Itoa(h.tables.Count())},
		{"waiting for opponents", strconv.Itoa(h.club.Waiting())},
		{"record", record},
		{"memory", fmt.Sprintf("%d MiB", memory.Sys>>20)},
	}
}

// Tables returns the tables of all nodes.
func (o operators) Tables(context.Context) ([]admin.Table, error) {
	var list []admin.Table
	for _, t := range o.hub.club.ListedTables() {
		list = append(list, admin.Table{Table: t.Table, Node: t.Node(), Since: t.Since})
	}
	return list, nil
}

// CloseTable ends a table, wherever it is.
func (o operators) CloseTable(ctx context.Context, id, reason string) error {
	t, there := o.hub.club.Table(id)
	if !there {
		return fmt.Errorf("there is no table %s; \"hub admin list\" lists them", id)
	}
	if reason != "" {
		for _, m := range t.Members {
			o.hub.club.Say(m.ID, reason)
		}
	}
	if !t.Playing {
		return o.hub.club.Cancel(ctx, t.Members[0].ID)
	}
	return o.hub.bus.Publish(closeSubject, []byte(id))
}

// closeSubject is the subject of the bus for tables that are to be closed, whichever node has them.
const closeSubject = "hub.close"

// closeHere closes a table if it is at this node. It leaves the list at once: the node keeps it
// until both players have heard of its end, who may be away for long.
func (h *hub) closeHere(id string) {
	if h.tables.Stop(id) {
		h.gone(id, "")
	}
}

// maxMembers is the largest number of members in a list.
const maxMembers = 1000

// Members returns the members whose names have a part in them.
func (o operators) Members(ctx context.Context, name string) ([]admin.Member, error) {
	found, err := o.hub.club.Find(ctx, name, maxMembers)
	var list []admin.Member
	for _, m := range found {
		list = append(list, admin.Member{Profile: m.Profile(time.Now()), Barred: m.Barred})
	}
	return list, err
}

// Bar keeps a member out, or lets them in again.
func (o operators) Bar(ctx context.Context, id string, bar bool) error {
	_, err := o.hub.club.Bar(ctx, id, !bar)
	return unknown(id, err)
}

// Devices returns the devices of a member.
func (o operators) Devices(ctx context.Context, id string) ([]lobby.MemberDevice, error) {
	p, err := o.hub.club.Own(ctx, id)
	return p.Devices, unknown(id, err)
}

// unknown returns a sentence for the error that there is no such member, and other errors as they
// are.
func unknown(id string, err error) error {
	if club.IsUnknown(err) {
		return fmt.Errorf("there is no member %s; \"hub admin members\" lists them", id)
	}
	return err
}

// RemoveDevice takes a device away from a member.
func (o operators) RemoveDevice(ctx context.Context, id, device string) error {
	switch err := o.hub.club.RemoveDevice(ctx, id, device, ""); {
	case errors.Is(err, club.ErrNoDevice):
		return fmt.Errorf("member %s has no device %s; \"hub admin devices %s\" lists them", id, device, id)
	case errors.Is(err, club.ErrLastDevice):
		return errors.New("that is the member's only device; \"hub admin bar\" keeps the member out, \"hub admin forget\" deletes them")
	default:
		return unknown(id, err)
	}
}

// Reports returns the members' reports, newest first.
func (o operators) Reports(ctx context.Context) ([]admin.Report, error) {
	kept, err := o.hub.club.Reports(ctx)
	var list []admin.Report
	for id, r := range kept {
		list = append(list, admin.Report{
			ID: id, At: r.At, By: r.By, ByName: o.nameOf(ctx, r.By), About: r.About, AboutName: o.nameOf(ctx, r.About), Game: r.Game, Text: r.Text,
		})
	}
	slices.SortFunc(list, func(a, b admin.Report) int { return cmp.Or(b.At.Compare(a.At), strings.Compare(a.ID, b.ID)) })
	return list, err
}

// nameOf returns the name of a member, or "" if it is not known.
func (o operators) nameOf(ctx context.Context, id string) string {
	m, err := o.hub.club.Member(ctx, id)
	if err != nil {
		return ""
	}
	return m.Name
}

// Dismiss deletes a report.
func (o operators) Dismiss(ctx context.Context, report string) error {
	kept, err := o.hub.club.Reports(ctx)
	if _, ok := kept[report]; err == nil && !ok {
		return fmt.Errorf("there is no report %s; \"hub admin reports\" lists them", report)
	}
	return errors.Join(err, o.hub.club.DeleteReport(ctx, report))
}

// Forget deletes everything about a member, who must not sit at a table.
func (o operators) Forget(ctx context.Context, id, name string) error {
	m, err := o.hub.club.Member(ctx, id)
	switch {
	case err != nil:
		return unknown(id, err)
	case m.Name != name:
		return fmt.Errorf("member %s is called %q, not %q", id, m.Name, name)
	}
	for _, t := range o.hub.club.ListedTables() {
		for _, member := range t.Members {
			if member.ID == id {
				return fmt.Errorf("member %s is at table %s; \"hub admin close %s REASON\" ends it first", id, t.ID, t.ID)
			}
		}
	}
	if err := o.hub.club.Forget(ctx, id, name); err != nil {
		return err
	}
	o.hub.gateway.SendAway(id, gateway.Forgotten)
	return nil
}

// Newcomers returns the networks that have brought new members.
func (o operators) Newcomers(context.Context) ([]limit.Newcomers, error) {
	return o.hub.gateway.Newcomers(), nil
}

// LetIn lets a network bring new members again.
func (o operators) LetIn(_ context.Context, address string) error {
	if !o.hub.gateway.ForgiveNewcomers(address) {
		return fmt.Errorf("%s has brought no new members here lately; \"hub admin newcomers\" lists those that have", address)
	}
	return nil
}

// Trusted returns the networks without limits.
func (o operators) Trusted(context.Context) (list []string, err error) {
	for _, n := range o.hub.trusted.networks() {
		list = append(list, n.String())
	}
	return list, nil
}

// Trust takes the limits from a network, or gives it limits again.
func (o operators) Trust(_ context.Context, network string, trust bool) error {
	n, err := config.ParseNetwork(network)
	switch {
	case err != nil:
		return err
	case trust:
		o.hub.trusted.add(n)
	case !o.hub.trusted.remove(n):
		return fmt.Errorf("%s is not trusted here; \"hub admin trust\" lists the networks that are", n)
	}
	return nil
}

// Announce tells all members a text.
func (o operators) Announce(ctx context.Context, text string) error {
	return o.hub.club.Announce(ctx, text)
}

// Backup writes a copy of everything that the club keeps into a new folder.
func (o operators) Backup(ctx context.Context, dir string) error {
	if err := o.hub.probe.check(); err != nil {
		return fmt.Errorf("the bus is in trouble, so no backup is made now: %w", err)
	}
	return backup.Club{Bus: o.hub.bus, Record: o.hub.record}.Make(ctx, dir)
}

// Drain makes this node stop once its games have gone to others.
func (o operators) Drain() { o.hub.stop() }
