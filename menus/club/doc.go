// Package club has the screens of a club: the way in, its lobby, its members, their games and the
// standings.
package club
