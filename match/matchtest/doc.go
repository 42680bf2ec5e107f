// Package matchtest holds what tests of several packages need of a match: a link, computer players
// and judges that do what the test says.
package matchtest
