// Package fieldpath stands in for the real one: which fields server-side apply resets is of no concern here.
package fieldpath

type APIVersion string

type Path struct{}

type Set struct{}

type Filter interface{}

type PathPrefix struct{}

func MakePathOrDie(...interface{}) Path { return Path{} }

func NewSet(...Path) *Set { return nil }

func NewIncludeMatcherFilter(...PathPrefix) Filter { return nil }

func MakePrefixMatcherOrDie(...interface{}) PathPrefix { return PathPrefix{} }

func MatchAnyPathElement() interface{} { return nil }
