// Package page is what every screen is made of, and all that a screen knows of the program around
// it: a [Page] with a form, a [Shell], and the routes to other screens.
package page
