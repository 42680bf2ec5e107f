package config

import (
	"fmt"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
)

// othersRead is the right to read a file of users who neither own it nor are in its group.
const othersRead = 0o004

// Exposed returns a sentence for each file with a secret that all users of the machine can read,
// for the log. Such a file is no mistake for which a club should not run: a container gets its
// files with these rights as a rule, and no one else is there.
func (c Config) Exposed() (sentences []string) {
	for _, file := range []struct{ path, has string }{{c.file, c.secrets()}, {c.TLS.Key, "the key of the certificate"}} {
		if file.has != "" && readableByAll(file.path) {
			sentences = append(sentences, fmt.Sprintf("Every user of this machine can read %s, which has %s. \"chmod o-rwx %s\" mends that.",
				file.path, file.has, file.path))
		}
	}
	return sentences
}

// secrets names the secrets in the configuration, or returns "".
func (c Config) secrets() string {
	switch {
	case c.Bus.Secret != "":
		return "the secret by which the nodes know one another"
	case slices.ContainsFunc(strings.Split(c.Bus.NATS, ","), hasPassword):
		return "a password or token of the NATS servers"
	}
	return ""
}

// hasPassword reports whether the URL of a server has a password, or a token in its place.
func hasPassword(server string) bool {
	u, err := url.Parse(strings.TrimSpace(server))
	return err == nil && u.User != nil
}

// readableByAll reports whether all users can read a file. Windows does not tell.
func readableByAll(path string) bool {
	if path == "" || runtime.GOOS == "windows" {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().Perm()&othersRead != 0
}
