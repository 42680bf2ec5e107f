// Package scenetest makes scenes for the tests of several packages.
package scenetest
