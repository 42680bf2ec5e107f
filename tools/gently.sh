#!/bin/sh
# Runs the tests of a package for go test -exec, gently unless they are those of windows and browsers.
# These take longest one after the other, and draw with the processor: beside other packages a page
# may be still for longer than a club waits for its hello.
case $1 in
*/webtest.test | */mancala.test) exec "$@" ;;
*) exec nice -n 10 "$@" ;;
esac
