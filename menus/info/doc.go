// Package info is what there is to learn, to look up and to set: the lesson, help, about, top
// scores, the settings, the games of the archive and the figures of the person here.
package info
