package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"kubeval-wasm/stubs/known"

	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	structurallisttype "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apiequality "k8s.io/apimachinery/pkg/api/equality"
	metavalidation "k8s.io/apimachinery/pkg/api/validation"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/warning"
)

// This file is customResourceStrategy and customResourceValidator of
// k8s.io/apiextensions-apiserver/pkg/registry/customresource (strategy.go, validator.go), which cannot be imported
// without the whole server. The order of the calls decides about the order of the causes: keep it.

func (v *servedVersion) prepareForCreate(object *unstructured.Unstructured) {
	if v.hasStatus {
		delete(object.Object, "status")
	}
	object.SetGeneration(1)
}

func (v *servedVersion) prepareForUpdate(object, old *unstructured.Unstructured) {
	if v.hasStatus {
		if status, ok := old.Object["status"]; ok {
			object.Object["status"] = status
		} else {
			delete(object.Object, "status")
		}
	}
	if !apiequality.Semantic.DeepEqual(withoutMetadata(object), withoutMetadata(old)) {
		object.SetGeneration(old.GetGeneration() + 1)
	}
}

func withoutMetadata(object *unstructured.Unstructured) map[string]any {
	rest := make(map[string]any, len(object.Object))
	for key, value := range object.Object {
		if key != "metadata" {
			rest[key] = value
		}
	}
	return rest
}

func (v *servedVersion) validateCreate(ctx context.Context, object *unstructured.Unstructured) field.ErrorList {
	known.Look(object.Object)
	defer known.Leave()
	errs := v.validateTypeMeta(object)
	if len(errs) == 0 {
		errs = append(errs, validateObjectMeta(object, v.namespaceScoped, metavalidation.NameIsDNSSubdomain)...)
		errs = append(errs, validation.ValidateCustomResource(nil, object.UnstructuredContent(), v.schemaValidator)...)
		errs = append(errs, v.validateScale(object)...)
	}
	errs = append(errs, v.validateEmbedded(object)...)
	errs = append(errs, structurallisttype.ValidateListSetsAndMaps(nil, v.structural, object.Object)...)
	return append(errs, v.validateRules(ctx, object, nil, errs)...)
}

func (v *servedVersion) validateUpdate(ctx context.Context, object, old *unstructured.Unstructured) field.ErrorList {
	correlated := common.NewCorrelatedObject(object.Object, old.Object, &model.Structural{Structural: v.structural})
	errs := v.validateTypeMeta(object)
	if len(errs) == 0 {
		errs = append(errs, validateObjectMetaUpdate(object, old)...)
		errs = append(errs, validation.ValidateCustomResourceUpdate(nil, object.UnstructuredContent(), old.UnstructuredContent(),
			v.schemaValidator, validation.WithRatcheting(correlated))...)
		errs = append(errs, v.validateScale(object)...)
	}
	errs = append(errs, v.validateEmbedded(object)...)
	if oldErrs := structurallisttype.ValidateListSetsAndMaps(nil, v.structural, old.Object); len(oldErrs) == 0 {
		errs = append(errs, structurallisttype.ValidateListSetsAndMaps(nil, v.structural, object.Object)...)
	}
	return append(errs, v.validateRules(ctx, object, old, errs, cel.WithRatcheting(correlated))...)
}

// validateEmbedded validates the objects that are embedded in an object, which few definitions have.
func (v *servedVersion) validateEmbedded(object *unstructured.Unstructured) field.ErrorList {
	if !v.coercer.definition.embeds(v.structural) {
		return nil
	}
	return schemaobjectmeta.Validate(nil, object.Object, v.structural, false)
}

// validateRules evaluates the CEL rules, unless an error stands in their way; old is nil for a creation.
func (v *servedVersion) validateRules(ctx context.Context, object, old *unstructured.Unstructured, errs field.ErrorList, options ...cel.Option) field.ErrorList {
	// Where a definition has no rules there is nothing to be skipped either, so this comes before the blocking errors.
	if !v.hasRules {
		return nil
	}
	if isBlocked(errs) {
		return field.ErrorList{field.Invalid(nil, nil, "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation")}
	}
	var oldContent any
	if old != nil {
		oldContent = old.Object
	}
	ruleErrs, remaining := v.celValidator().Validate(ctx, nil, v.structural, object.Object, oldContent, v.budget, options...)
	// It is negative once rules were left out.
	v.budget = max(0, remaining)
	return ruleErrs
}

func isBlocked(errs field.ErrorList) bool {
	for _, err := range errs {
		switch err.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

func (v *servedVersion) validateTypeMeta(object *unstructured.Unstructured) field.ErrorList {
	var errs field.ErrorList
	if object.GetKind() != v.kind.Kind {
		errs = append(errs, field.Invalid(field.NewPath("kind"), object.GetKind(), fmt.Sprintf("must be %v", v.kind.Kind)))
	}
	if expected := v.kind.Group + "/" + v.kind.Version; object.GetAPIVersion() != expected {
		errs = append(errs, field.Invalid(field.NewPath("apiVersion"), object.GetAPIVersion(), fmt.Sprintf("must be %v", expected)))
	}
	return errs
}

func validateObjectMeta(object metav1.Object, namespaceScoped bool, name metavalidation.ValidateNameFunc) field.ErrorList {
	return metavalidation.ValidateObjectMetaAccessor(object, namespaceScoped, name, field.NewPath("metadata"))
}

func validateObjectMetaUpdate(object, old metav1.Object) field.ErrorList {
	return metavalidation.ValidateObjectMetaAccessorUpdate(object, old, field.NewPath("metadata"))
}

// validateScale is ValidateScaleSpec and ValidateScaleStatus.
func (v *servedVersion) validateScale(object *unstructured.Unstructured) field.ErrorList {
	if v.scale == nil {
		return nil
	}
	errs := validateReplicas(object, v.scale.SpecReplicasPath)
	errs = append(errs, validateReplicas(object, v.scale.StatusReplicasPath)...)
	if v.scale.LabelSelectorPath != nil {
		selectorPath := *v.scale.LabelSelectorPath
		selector, _, err := unstructured.NestedString(object.UnstructuredContent(), steps(selectorPath)...)
		if err != nil {
			errs = append(errs, field.Invalid(field.NewPath(selectorPath), selector, err.Error()))
		}
	}
	return errs
}

func validateReplicas(object *unstructured.Unstructured, replicasPath string) field.ErrorList {
	at := field.NewPath(replicasPath)
	replicas, _, err := unstructured.NestedInt64(object.UnstructuredContent(), steps(replicasPath)...)
	switch {
	case err != nil:
		return field.ErrorList{field.Invalid(at, replicas, err.Error())}
	case replicas < 0:
		return field.ErrorList{field.Invalid(at, replicas, "should be a non-negative integer")}
	case replicas > math.MaxInt32:
		return field.ErrorList{field.Invalid(at, replicas, fmt.Sprintf("should be less than or equal to %v", math.MaxInt32))}
	}
	return nil
}

func steps(jsonPath string) []string {
	return strings.Split(strings.TrimPrefix(jsonPath, "."), ".")
}

var standardFinalizers = sets.New(metav1.FinalizerOrphanDependents, metav1.FinalizerDeleteDependents, "kubernetes")

// finalizerWarnings is generateWarningsFromObj: warnings about the names of finalizers that are new.
func finalizerWarnings(ctx context.Context, object, old *unstructured.Unstructured) {
	at := field.NewPath("metadata", "finalizers")
	added := sets.New(object.GetFinalizers()...)
	if old != nil {
		added = added.Difference(sets.New(old.GetFinalizers()...))
	}
	for _, name := range sets.List(added) {
		for _, message := range utilvalidation.IsQualifiedName(name) {
			warning.AddWarning(ctx, "", fmt.Sprintf("%s: %q: %s", at.String(), name, message))
		}
		if strings.Contains(name, "/") || standardFinalizers.Has(name) {
			continue
		}
		path := ""
		if strings.Contains(name, ".") {
			path = " including a path (/)"
		}
		warning.AddWarning(ctx, "", fmt.Sprintf("%s: %q: prefer a domain-qualified finalizer name%s to avoid accidental conflicts with other finalizer writers", at.String(), name, path))
	}
}

// dedupOwnerReferences is dedupOwnerReferencesAndAddWarning of k8s.io/apiserver/pkg/endpoints/handlers/rest.go.
func dedupOwnerReferences(ctx context.Context, object metav1.Object) {
	var kept []metav1.OwnerReference
	var duplicates []string
	seen := map[types.UID]bool{}
	for _, ref := range object.GetOwnerReferences() {
		if seen[ref.UID] && containsReference(kept, ref) {
			duplicates = append(duplicates, string(ref.UID))
			continue
		}
		seen[ref.UID] = true
		kept = append(kept, ref)
	}
	if len(duplicates) > 0 {
		warning.AddWarning(ctx, "", fmt.Sprintf(".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: %v", strings.Join(duplicates, ", ")))
		object.SetOwnerReferences(kept)
	}
}

func containsReference(refs []metav1.OwnerReference, ref metav1.OwnerReference) bool {
	for _, r := range refs {
		if apiequality.Semantic.DeepEqual(r, ref) {
			return true
		}
	}
	return false
}
