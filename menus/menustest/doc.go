// Package menustest helps to test screens: a program around them without a window, fake ports, and
// functions to use it.
package menustest
