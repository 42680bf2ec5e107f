package main

import (
	"strings"
	"testing"
)

func TestTemplatesCallNoMethods(t *testing.T) {
	const lookup = "if method := ptr.MethodByName(fieldName); method.IsValid() {"
	if got, err := withoutMethods([]byte(lookup)); err != nil || strings.Contains(string(got), "MethodByName") {
		t.Errorf("%s, %v", got, err)
	}
	for _, other := range []string{"", lookup + lookup} {
		if _, err := withoutMethods([]byte(other)); err == nil {
			t.Errorf("%q is accepted", other)
		}
	}
}
