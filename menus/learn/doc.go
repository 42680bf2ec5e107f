// Package learn has puzzles and lessons: the page that leads to them, the screen for solving a
// puzzle, and pictures of the user's progress. Package puzzle judges the answers.
package learn
