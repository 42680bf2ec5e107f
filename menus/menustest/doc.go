// Package menustest holds what tests of screens need: a program around them that has no window,
// what it would be given from outside, and hands to use it.
package menustest
