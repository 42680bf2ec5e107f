//go:build !js

package match

import "golang.org/x/text/unicode/norm"

// nfkc returns the compatibility form of a text, in which letters that look alike are equal.
func nfkc(text string) string { return norm.NFKC.String(text) }
