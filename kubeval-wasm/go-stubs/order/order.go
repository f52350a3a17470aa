// Package order goes through maps in the order of their keys, where Kubernetes does so in Go's random order.
package order

import (
	"iter"
	"slices"
)

// Keys gives the keys, sorted.
func Keys[K ~string, V any](m map[K]V) []K {
	if len(m) == 0 {
		return nil
	}
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// Sorted gives the entries in the order of their keys.
func Sorted[K ~string, V any](m map[K]V) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, key := range Keys(m) {
			if !yield(key, m[key]) {
				return
			}
		}
	}
}
