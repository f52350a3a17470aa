// Package order goes through maps in the order of their keys, where Kubernetes does so in Go's random order.
package order

import (
	"iter"
	"sort"
)

// Keys gives the keys, sorted.
func Keys[V any](m map[string]V) []string {
	if len(m) == 0 {
		return nil
	}
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

// Sorted gives the entries in the order of their keys.
func Sorted[V any](m map[string]V) iter.Seq2[string, V] {
	return func(yield func(string, V) bool) {
		for _, key := range Keys(m) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
