// Package flag stands in for the real one: there is no command line here.
package flag

type ColonSeparatedMultimapStringString struct{}

func NewColonSeparatedMultimapStringStringAllowDefaultEmptyKey(*map[string][]string) *ColonSeparatedMultimapStringString {
	return &ColonSeparatedMultimapStringString{}
}
