// Package info is what there is to read and to look up: help, about, top scores, the games of the
// archive and the figures of the person here.
package info
