package textui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mancala/match/lobby"
	"mancala/words"
)

// askDevices asks for the devices of the member.
func (v *visitor) askDevices(do func(list []lobby.MemberDevice)) {
	v.ask(lobby.ProfileOf{}, func(a lobby.Answer) { do(a.Profile.Devices) })
}

// deviceName names a device of a list.
func (v *visitor) deviceName(list []lobby.MemberDevice, i int) string {
	return words.Device(i+1, list[i].Key, list[i].Key == v.in.Device)
}

func (v *visitor) devices([]string) {
	v.askDevices(func(list []lobby.MemberDevice) {
		for i, d := range list {
			line := fmt.Sprintf("%3d  %s", i+1, v.deviceName(list, i))
			if !d.Added.IsZero() {
				line += ", " + words.T("added on %s", words.Day(d.Added.Local()))
			}
			if !d.Seen.IsZero() {
				line += ", " + words.T("last here on %s", words.Day(d.Seen))
			}
			v.out.line(line)
		}
		v.out.line(words.T("Type %s to add another one.", codeWord.own()))
	})
}

// remove takes a device away from the member, once that has been typed twice.
func (v *visitor) remove(args []string) {
	v.askDevices(func(list []lobby.MemberDevice) {
		n, err := strconv.Atoi(strings.Join(args, " "))
		switch {
		case err != nil || n < 1 || n > len(list):
			v.out.refuse(words.T("Type the number of a device after it, as in %q; %s shows them.", removeWord.own()+" 2", devicesWord.own()))
		case list[n-1].Key == v.in.Device:
			v.out.refuse(words.OwnDevice(forgetWord.own()))
		case !v.sure(list[n-1].Key):
			v.out.line(v.deviceName(list, n-1)+": "+words.RemovedDevice(),
				onceMore(fmt.Sprintf("%s %d", removeWord.own(), n)))
		default:
			v.wish(wish{lobby.RemoveDevice{Key: list[n-1].Key}, words.T("%s has been removed.", v.deviceName(list, n-1))})
		}
	})
}

// onceMore asks a member who is sure to type a line again.
func onceMore(line string) string { return words.T("Type %s once more to do it.", line) }

// showCode shows a code by which another device becomes this member's.
func (v *visitor) showCode([]string) {
	v.ask(lobby.Device{}, func(a lobby.Answer) {
		v.code = a.Code.Text
		n := max(1, int(a.Code.For/time.Minute))
		v.out.line(
			words.T("The code is %s.", v.code),
			words.T("Enter this club on your other device, and type it there: after %s in a terminal, in a window under Devices.", useWord.own()),
			words.N("It works once, for %d minute.", "It works once, for %d minutes.", n, n),
		)
	})
}

// useCode makes this device one of the member's who shows a code, once that has been typed twice.
func (v *visitor) useCode(args []string) {
	code := strings.ToLower(strings.Join(args, "-"))
	switch {
	case code == "":
		v.out.refuse(words.T("Type after it the code that your other device shows, as in %q.", useWord.own()+" amber-fox-31"))
	case code == v.code:
		v.out.refuse(words.T("This device shows that code itself. Type it on the other one."))
	case !v.sure(code):
		v.out.line(words.DeviceMoves(words.Name(v.in.Me.Name)), onceMore(useWord.own()+" "+code))
	default:
		v.ask(lobby.UseCode{Code: code}, func(lobby.Answer) {
			v.code = "" // it was the other member's
			v.out.line(words.DeviceMoved(words.Name(v.in.Me.Name)))
		})
	}
}
