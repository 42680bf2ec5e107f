// Package matchtest holds tools for matches that the tests of several packages share: a link, ends
// of real links, computer players, and judges that follow the test.
package matchtest
