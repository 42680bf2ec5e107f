// Load simulates many members who play at a club at once, over encrypted connections like people's
// programs, and prints how long a ply takes from one board to the other:
//
//	go run ./cmd/hub/load -hub 127.0.0.1:7000 -games 1000 -every 5s -for 1m
//
// With -kill it kills a hub's process in the middle (SIGKILL), and prints how soon all games
// continued at the other nodes; with -drain it sends SIGTERM, after which the hub hands its games
// over. With -stop it pauses processes for a while, as if they got no processor time, and prints
// how soon all games continued. It is an error if a ply that a player has had is missing
// afterwards.
//
// With -watchers it brings many people to one table, and prints the cost for its players. With
// -metrics it asks the hub for its total cost, and prints a line of a table. The members are new at
// each run. The tests have chains of faults (make chain).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// options are the command-line options.
type options struct {
	hubs    []string      // addresses; the members take them in turn
	games   int           // how many at once
	every   time.Duration // between two plies of a game
	length  time.Duration // of the measurement
	crew    string        // begins the names, so that several runs differ
	first   int           // the number of the first pair, so that several processes differ
	dialing int           // pairs that come in at the same time
	kill    int           // a process to kill in the middle; 0 for none
	drain   int           // a process to end cleanly; 0 for none
	stop    []int         // processes to stop in the middle for a while
	pause   time.Duration // how long
	after   time.Duration // when
	// watchers is the number of watchers of the first pair's table.
	watchers int
	metrics  []string // addresses of the nodes' metrics
	rated    bool
}

// hub returns the address that is the i-th in turn.
func (o options) hub(i int) string { return o.hubs[i%len(o.hubs)] }

// Only the hub is measured. So the players use memory rather than its processors, unless the
// environment sets GOGC.
const (
	// gcPercent is GOGC while the players come in.
	gcPercent = 400
	// spareMemory is the size in bytes up to which the program collects no garbage while the
	// players play. A collection would delay thousands of plies at once, unlike in programs with
	// one player each.
	spareMemory = 2 << 30
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	var o options
	hubs := flag.String("hub", "127.0.0.1:7000", "addresses of nodes, with commas between")
	flag.IntVar(&o.games, "games", 100, "games at once")
	flag.DurationVar(&o.every, "every", 5*time.Second, "time between two plies of a game")
	flag.DurationVar(&o.length, "for", time.Minute, "how long to measure")
	flag.StringVar(&o.crew, "crew", "sim", "the beginning of the members' names")
	flag.IntVar(&o.first, "first", 0, "the number of the first pair; others for each process that runs at the same time")
	flag.IntVar(&o.dialing, "dialing", 8, "pairs that come in at the same time")
	flag.IntVar(&o.kill, "kill", 0, "the process of a hub to kill in the middle")
	flag.IntVar(&o.drain, "drain", 0, "the process of a hub to end cleanly in the middle")
	stopped := flag.String("stop", "", "the processes of hubs to stop in the middle for a while, with commas between")
	flag.DurationVar(&o.pause, "pause", 5*time.Second, "how long to stop them")
	flag.DurationVar(&o.after, "after", 10*time.Second, "when to kill, to end or to stop them")
	flag.IntVar(&o.watchers, "watchers", 0, "how many come to watch one of the tables after a third of the time")
	flag.BoolVar(&o.rated, "rated", false, "the games are rated")
	metrics := flag.String("metrics", "", "addresses of the nodes' metrics, with commas between")
	flag.Parse()
	for text := range strings.SplitSeq(*stopped, ",") {
		if pid, err := strconv.Atoi(text); err == nil {
			o.stop = append(o.stop, pid)
		} else if text != "" {
			fmt.Fprintln(os.Stderr, "load: no process:", text)
			os.Exit(2)
		}
	}
	o.hubs = strings.Split(*hubs, ",")
	if *metrics != "" {
		o.metrics = strings.Split(*metrics, ",")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// run connects all pairs, has them play, and prints the measurements.
func run(ctx context.Context, o options) error {
	switch {
	case o.games < 1 || o.every <= 0 || o.length <= 0 || o.dialing < 1:
		return errors.New("games, every, for and dialing have to be more than 0")
	case o.watchers < 0:
		return errors.New("watchers has to be 0 or more")
	case o.kill+o.drain != 0 && o.after >= o.length:
		return errors.New("after has to be less than for")
	case len(o.stop) > 0 && o.after+o.pause >= o.length:
		return errors.New("after and pause together have to be less than for")
	}
	r := row{games: o.games}
	var err error
	if r.empty, err = readGauge(ctx, o.metrics); err != nil {
		return err
	}
	began := time.Now()
	pairs, err := bringIn(ctx, o)
	defer func() {
		for _, p := range pairs {
			p.close()
		}
	}()
	if err != nil {
		return err
	}
	fmt.Printf("%d games began within %v\n", len(pairs), time.Since(began).Round(time.Millisecond))
	keepGarbage()
	if r.begun, err = readGauge(ctx, o.metrics); err != nil {
		return err
	}
	lost, err := playAll(ctx, o, pairs)
	if r.took = time.Since(r.begun.at); err == nil && o.kill+o.drain == 0 {
		r.done, err = readGauge(ctx, o.metrics)
	}
	return errors.Join(err, report(pairs, r), pairs[0].crowd.report(), lost.report(pairs))
}

// keepGarbage keeps the program from collecting its garbage while there is memory.
func keepGarbage() {
	if os.Getenv("GOGC") == "" {
		runtime.GC()
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(spareMemory)
	}
}

// playAll has all pairs play, and kills a node if that is wanted.
func playAll(ctx context.Context, o options, pairs []*pair) (*loss, error) {
	ctx, cancel := context.WithTimeout(ctx, o.length)
	defer cancel()
	lost := &loss{happened: make(chan struct{})}
	var all sync.WaitGroup
	var err, watching error
	if o.kill+o.drain != 0 || len(o.stop) > 0 {
		all.Go(func() { err = lost.lose(ctx, o) })
	}
	if o.watchers > 0 {
		c := &crowd{}
		pairs[0].crowd = c
		all.Go(func() { watching = c.come(ctx, o, pairs[0].table) })
	}
	for i, p := range pairs {
		// The plies of all games are spread over the time between two.
		all.Go(func() { p.play(ctx, lost, o.every, o.every*time.Duration(i)/time.Duration(len(pairs))) })
	}
	all.Wait()
	return lost, errors.Join(err, watching)
}

// bringIn makes the pairs, a few at the same time. If one fails it returns those that have come.
func bringIn(ctx context.Context, o options) ([]*pair, error) {
	pairs, errs := make([]*pair, o.games), make([]error, o.games)
	var all sync.WaitGroup
	places := make(chan struct{}, o.dialing)
	for i := range o.games {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-places }()
			if pairs[i], errs[i] = newPair(ctx, o, o.first+i); errs[i] != nil {
				errs[i] = fmt.Errorf("pair %d: %w", o.first+i, errs[i])
			}
		})
	}
	all.Wait()
	pairs = slices.DeleteFunc(pairs, func(p *pair) bool { return p == nil })
	if i := slices.IndexFunc(errs, func(err error) bool { return err != nil }); i >= 0 {
		return pairs, errs[i]
	}
	return pairs, ctx.Err()
}

// report prints the distribution of the times that plies took, and the line of a table.
func report(pairs []*pair, r row) error {
	var times []time.Duration
	var cuts, lost, ended int
	var worst time.Duration
	for _, p := range pairs {
		times, cuts, worst = append(times, p.times...), cuts+p.cuts, max(worst, p.pause)
		if p.err != nil {
			lost++
			fmt.Fprintln(os.Stderr, "load:", p.err)
		}
		ended += p.ended
	}
	if len(times) == 0 {
		return errors.New("no ply was played")
	}
	slices.Sort(times)
	fmt.Printf("%d plies, %d games ended and were followed by the next\n", len(times), ended)
	fmt.Printf("from board to board: half within %v, 90 %% within %v, 99 %% within %v, all within %v\n",
		part(times, 50), part(times, 90), part(times, 99), part(times, 100))
	r.plies, r.half, r.most, r.all = len(times), part(times, 50), part(times, 99), part(times, 100)
	fmt.Printf("%s\n%v\n", rowHead, r)
	fmt.Printf("%d connections were cut; the longest until both were back: %v\n", cuts, worst.Round(time.Millisecond))
	if lost > 0 {
		return fmt.Errorf("%d games did not go on", lost)
	}
	return nil
}

// part returns the time within which so many percent of some sorted times are.
func part(times []time.Duration, percent int) time.Duration {
	return times[min(len(times)*percent/100, len(times)-1)].Round(10 * time.Microsecond)
}
