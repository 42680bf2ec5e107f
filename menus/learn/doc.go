// Package learn has puzzles and lessons: the page that leads to them, the screen on which a puzzle
// is solved, and pictures of the user's progress. Package puzzle decides what is right.
package learn
