// Package matchtest holds tools for matches that the tests of several packages share: a link, ends
// of real links, computer players, and judges that do what the test says.
package matchtest
