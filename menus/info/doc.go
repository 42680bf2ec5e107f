// Package info contains the pages to read and the settings: lesson, help, about, top scores,
// settings, the archive and the user's statistics.
package info
