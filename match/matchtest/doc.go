// Package matchtest holds the test doubles of a match that several packages share: a link, ends of
// real links, computer players, and judges that do what the test says.
package matchtest
