// Package page holds the building blocks of screens, and the interface between a screen and the
// program around it: a [Page] with a form, a [Shell], and the routes to other screens.
package page
