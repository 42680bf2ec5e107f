// Package scenetest makes scenes for tests of several packages.
package scenetest
