// Package generic stands in for the real one, of which strategies name what lists need; nothing is listed here.
package generic

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
)

func ObjectMetaFieldsSet(*metav1.ObjectMeta, bool) fields.Set { return nil }

func AddObjectMetaFieldsSet(source fields.Set, _ *metav1.ObjectMeta, _ bool) fields.Set {
	return source
}

func MergeFieldsSets(source, _ fields.Set) fields.Set { return source }
