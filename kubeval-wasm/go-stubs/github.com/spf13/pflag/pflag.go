// Package pflag stands in for the real one: there is no command line here.
package pflag

type Value interface {
	String() string
	Set(string) error
	Type() string
}

type FlagSet struct{}

func (*FlagSet) StringSliceVar(p *[]string, name string, value []string, usage string) {}

func (*FlagSet) Var(value interface{}, name string, usage string) {}
