package transport

import (
	"context"
	"errors"
	"net"
	"os"
	"syscall"
	"testing"

	"mancala/rules"
)

// TestNetworkErrors turns every error of the network into its note.
func TestNetworkErrors(t *testing.T) {
	op := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	dial := []struct {
		err  error
		want string
	}{
		{op(os.NewSyscallError("connect", connectionRefused)), `refused "ada:7000"`},
		{op(os.NewSyscallError("connect", networkUnreachable)), `unreachable "ada:7000"`},
		{op(os.NewSyscallError("connect", hostUnreachable)), `unreachable "ada:7000"`},
		{op(&net.DNSError{Err: "no such host", Name: "ada", IsNotFound: true}), `no-such-computer "ada"`},
		{op(&net.DNSError{Err: "server misbehaving", Name: "ada", IsTemporary: true}), `no-lookup "ada"`},
		{op(&net.DNSError{Err: "timeout", Name: "ada", IsTimeout: true}), `no-lookup "ada"`},
		{op(os.ErrDeadlineExceeded), `silent "ada:7000"`},
		{context.DeadlineExceeded, `silent "ada:7000"`},
		{errors.New("strange"), `no-connection "ada:7000"`},
	}
	for _, test := range dial {
		checkNote(t, DialError("ada:7000", test.err), test.want, test.err)
	}
	listen := []struct {
		addr string
		err  error
		want string
	}{
		{":7000", op(os.NewSyscallError("bind", addressInUse)), `usual-port-taken "7000" "7001"`},
		{":8000", op(os.NewSyscallError("bind", addressInUse)), `port-taken "8000" "8001"`},
		{":80", op(os.NewSyscallError("bind", syscall.EACCES)), `port-forbidden "80" "7000"`},
		{"192.0.2.1:7000", op(os.NewSyscallError("bind", addressNotOurs)), `foreign-address "192.0.2.1:7000" "7000"`},
		{"nonsense", op(&net.AddrError{Err: "missing port"}), `bad-listen "nonsense"`},
		{":http ", op(&net.DNSError{Err: "unknown port"}), `bad-listen ":http"`},
		{":7000", errors.New("strange"), `no-hosting ":7000"`},
	}
	for _, test := range listen {
		checkNote(t, ListenError(test.addr, test.err), test.want, test.err)
	}
}

func checkNote(t *testing.T, got *rules.Note, want string, cause error) {
	t.Helper()
	if got.String() != "netplay."+want {
		t.Errorf("%v is %s instead of %s", cause, got.String(), want)
	}
	if !errors.Is(got, cause) {
		t.Errorf("%s does not name its cause", got.String())
	}
}
