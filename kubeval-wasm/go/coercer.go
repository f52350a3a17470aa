package main

import (
	schemaobjectmeta "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	structuralpruning "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	structuraldefaulting "k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// coercer does to a decoded custom resource what decoding into a Go type does to a built-in kind:
// unstructuredSchemaCoercer of k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go.
type coercer struct {
	definition *definition
	groupKind  schema.GroupKind
}

// apply validates and prunes metadata, prunes unknown fields and drops nulls, in place, and returns the paths of
// unknown fields. fromStorage is for an object that the server has stored: bad metadata is dropped there, not refused.
func (c *coercer) apply(u *unstructured.Unstructured, fromStorage bool) ([]string, error) {
	kind, foundKind, err := unstructured.NestedString(u.Object, "kind")
	if err != nil {
		return nil, err
	}
	apiVersion, foundAPIVersion, err := unstructured.NestedString(u.Object, "apiVersion")
	if err != nil {
		return nil, err
	}
	objectMeta, foundObjectMeta, unknown, err := schemaobjectmeta.GetObjectMetaWithOptions(u.Object, schemaobjectmeta.ObjectMetaOptions{
		DropMalformedFields:     fromStorage,
		ReturnUnknownFieldPaths: !fromStorage,
	})
	if err != nil {
		return nil, err
	}
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return nil, err
	}
	if gv.Group == c.groupKind.Group && kind == c.groupKind.Kind {
		structural, err := c.definition.structural(gv.Version)
		if err != nil {
			return nil, err
		}
		unknown = append(unknown, structuralpruning.PruneWithOptions(u.Object, structural, true,
			structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: !fromStorage})...)
		structuraldefaulting.PruneNonNullableNullsWithoutDefaults(u.Object, structural)
		if c.definition.embeds(structural) {
			// A variable of its own: this is a *field.Error, and a nil one in an error would not be nil.
			fieldErr, paths := schemaobjectmeta.CoerceWithOptions(nil, u.Object, structural, false, schemaobjectmeta.CoerceOptions{
				DropInvalidFields:       fromStorage,
				ReturnUnknownFieldPaths: !fromStorage,
			})
			if fieldErr != nil {
				return nil, fieldErr
			}
			unknown = append(unknown, paths...)
		}
		if fromStorage && objectMeta.Generation == 0 {
			objectMeta.Generation = 1
		}
	}
	if foundKind {
		u.SetKind(kind)
	}
	if foundAPIVersion {
		u.SetAPIVersion(apiVersion)
	}
	if foundObjectMeta {
		if err := schemaobjectmeta.SetObjectMeta(u.Object, objectMeta); err != nil {
			return nil, err
		}
	}
	return unknown, nil
}

// applyDefaults fills in the defaults of the object's own version.
func (c *coercer) applyDefaults(u *unstructured.Unstructured) {
	if u.GroupVersionKind().GroupKind() != c.groupKind {
		return
	}
	if structural, err := c.definition.structural(u.GroupVersionKind().Version); err == nil {
		structuraldefaulting.Default(u.Object, structural)
	}
}
