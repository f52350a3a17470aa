// Package admission stands in for the real one: nothing is admitted here, but code that is never called names its types.
package admission

import (
	"context"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

type Attributes interface {
	GetName() string
	GetNamespace() string
	GetResource() schema.GroupVersionResource
	GetSubresource() string
	GetOperation() string
	GetOperationOptions() runtime.Object
	IsDryRun() bool
	GetOldObject() runtime.Object
	GetKind() schema.GroupVersionKind
	GetUserInfo() any
}

type Interface interface{ Handles(operation string) bool }

type ObjectInterfaces interface{}

type ValidationInterface interface {
	Interface
	Validate(ctx context.Context, a Attributes, o ObjectInterfaces) error
}

func NewAttributesRecord(object, old runtime.Object, kind schema.GroupVersionKind, namespace, name string, resource schema.GroupVersionResource, subresource, operation string, options runtime.Object, dryRun bool, user any) Attributes {
	return nil
}
