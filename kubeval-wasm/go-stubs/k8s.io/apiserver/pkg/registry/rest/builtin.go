package rest

import (
	"context"

	"k8s.io/apimachinery/pkg/api/operation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// GarbageCollectionPolicy is what deletion asks for.
type GarbageCollectionPolicy string

const (
	DeleteDependents GarbageCollectionPolicy = "DeleteDependents"
	OrphanDependents GarbageCollectionPolicy = "OrphanDependents"
)

// GarbageCollectionDeleteStrategy is what a strategy says of deletion.
type GarbageCollectionDeleteStrategy interface {
	DefaultGarbageCollectionPolicy(ctx context.Context) GarbageCollectionPolicy
}

// UpdatedObjectInfo, and the functions below, belong to storage, which is not here.
type UpdatedObjectInfo interface {
	Preconditions() *metav1.Preconditions
	UpdatedObject(ctx context.Context, oldObj runtime.Object) (runtime.Object, error)
}

type ValidateObjectFunc func(ctx context.Context, obj runtime.Object) error

type ValidateObjectUpdateFunc func(ctx context.Context, obj, old runtime.Object) error

// ValidationConfig configures declarative validation.
type ValidationConfig func()

// WithOptions configures nothing.
func WithOptions([]string) ValidationConfig { return nil }

// ValidateDeclarativelyWithMigrationChecks gives the errors of the code that is written by hand. None of the strategies here
// enforces declarative validation: a server runs it beside, and logs where it differs.
func ValidateDeclarativelyWithMigrationChecks(_ context.Context, _ *runtime.Scheme, _, _ runtime.Object, errs field.ErrorList, _ operation.Type, _ ...ValidationConfig) field.ErrorList {
	return errs
}

// RecordDuplicateValidationErrors counts nothing.
func RecordDuplicateValidationErrors(context.Context, schema.GroupKind, field.ErrorList) {}
