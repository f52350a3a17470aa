// Package cache stands in for the real one: nothing is cached here.
package cache

type Indexers map[string]func(obj interface{}) ([]string, error)
