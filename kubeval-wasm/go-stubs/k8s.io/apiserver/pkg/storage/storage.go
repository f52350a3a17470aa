// Package storage stands in for the real one, of which strategies name what lists need; nothing is stored here.
package storage

import (
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

type SelectionPredicate struct {
	Label       labels.Selector
	Field       fields.Selector
	GetAttrs    func(obj runtime.Object) (labels.Set, fields.Set, error)
	IndexFields []string
}

func FieldIndex(field string) string { return "f:" + field }
