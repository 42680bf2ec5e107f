package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"mancala/internal/glicko"
	"mancala/internal/match/lobby"
)

// The parts of the standings. The parameters are the discipline, the time, the limit and the
// offset.
const (
	ofPart     = "FROM rating WHERE listed = 1 AND discipline = $1 AND sure "
	listPart   = "SELECT member.id, member.name, member.computer, r.value, r.deviation FROM (SELECT member, value, deviation " + ofPart
	listSure   = listPart + "> $2 ORDER BY value DESC, member LIMIT $3 OFFSET $4) AS r JOIN member ON member.id = r.member ORDER BY r.value DESC, r.member"
	listUnsure = listPart + `<= $2 ORDER BY value - deviation DESC, member LIMIT $3 OFFSET $4) AS r JOIN member ON member.id = r.member
		ORDER BY r.value - r.deviation DESC, r.member`
)

// Standings returns a part of the standings of a discipline. A rating is sure while its deviation,
// which grows with the time away, is at most [glicko.SureDeviation].
func (a Archive) Standings(ctx context.Context, of lobby.StandingsOf) (list lobby.Standings, err error) {
	if of.Skip < 0 || of.Limit < 0 {
		return list, fmt.Errorf("%d members from place %d: %w", of.Limit, of.Skip, ErrQuery)
	}
	if !isKey(of.Discipline) {
		return list, nil
	}
	now := a.store.Now().UnixMilli()
	list.First = of.Skip + 1
	for part, to := range map[string]*int{"> $2": &list.Total, "<= $2": &list.UnsureTotal} {
		if err := a.store.view(ctx, func(rows *sql.Rows) error { return rows.Scan(to) }, "SELECT count(*) "+ofPart+part, of.Discipline, now); err != nil {
			return list, err
		}
	}
	if list.Members, err = a.listPlayers(ctx, listSure, of.Discipline, now, of.Limit, of.Skip); err != nil {
		return list, err
	}
	list.Unsure, err = a.listPlayers(ctx, listUnsure, of.Discipline, now, of.Limit-len(list.Members), max(0, of.Skip-list.Total))
	for i := range list.Unsure { // the deviation is that after the last game, and has grown since
		list.Unsure[i].Deviation = max(list.Unsure[i].Deviation, glicko.SureDeviation+1)
	}
	return list, err
}

func (a Archive) listPlayers(ctx context.Context, query string, args ...any) (list []lobby.Member, err error) {
	err = a.store.view(ctx, func(rows *sql.Rows) error {
		var p lobby.Member
		var rating, deviation float64
		err := rows.Scan(&p.ID, &p.Name, &p.Computer, &rating, &deviation)
		p.Rating, p.Deviation = int(math.Round(rating)), int(math.Round(deviation))
		list = append(list, p)
		return err
	}, query, args...)
	return list, err
}
