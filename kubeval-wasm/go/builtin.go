package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/warning"
)

// endpoint is where objects of one version of a kind are sent.
type endpoint struct {
	kind schema.GroupVersionKind
	resource
}

// validateBuiltin says what the server would say: k8s.io/apiserver/pkg/endpoints/handlers/create.go and update.go.
func validateBuiltin(apiVersion, kind string, req request) (*verdict, error) {
	registerAll()
	gv, err := schema.ParseGroupVersion(apiVersion)
	if err != nil {
		return nil, err
	}
	gvk := gv.WithKind(kind)
	if !scheme.Recognizes(gvk) {
		return nil, fmt.Errorf("%s %s is none of the built-in kinds", apiVersion, kind)
	}
	e := &endpoint{kind: gvk, resource: resources[gvk.GroupKind()]}
	return e.validate(req), nil
}

func (e *endpoint) validate(req request) *verdict {
	var old runtime.Object
	if e.strategy != nil && req.update && tooLarge(req.oldText) == nil {
		old = e.stored(req)
	}
	result := newVerdict("create", "everything")
	if old != nil {
		result.Operation = "update"
	}
	if e.strategy == nil {
		result.Checked = "decoding"
		if req.update {
			result.Operation = "update"
		}
	}
	if statusErr := tooLarge(req.text); statusErr != nil {
		return result.refuse(statusErr)
	}
	object, strict, statusErr := e.decode([]byte(req.text), req.format)
	if statusErr != nil {
		return result.refuse(statusErr)
	}
	if strict != nil {
		result.Strict = newRefusal(decodeError(e.kind.Kind, strict, &e.kind, []byte(req.text)))
		known, _ := runtime.AsStrictDecodingError(strict)
		for _, text := range decodingWarnings(known.Errors()) {
			result.AddWarning("", text)
		}
	}
	if e.strategy == nil {
		if req.answer {
			result.Defaulted = object
		}
		return result
	}
	if err := e.write(result, object, old); err != nil {
		var status *apierrors.StatusError
		if !errors.As(err, &status) {
			status = apierrors.NewInternalError(err)
		}
		return result.refuse(status)
	}
	if req.answer {
		result.Defaulted = e.answered(object)
	}
	return result
}

// write creates the object, or updates the old one to it; the object is changed on the way.
func (e *endpoint) write(recorder warning.Recorder, object, old runtime.Object) (err error) {
	if old != nil {
		return e.update(e.context(recorder, old), object, old)
	}
	return e.create(e.context(recorder, object), object)
}

// context is that of a request to the object's namespace.
func (e *endpoint) context(recorder warning.Recorder, object runtime.Object) context.Context {
	ctx := context.Background()
	if recorder != nil {
		ctx = warning.WithWarningRecorder(ctx, recorder)
	}
	namespace := ""
	if e.strategy.NamespaceScoped() {
		namespace = metaOf(object).GetNamespace()
		if namespace == "" {
			namespace = metav1.NamespaceDefault
		}
	} else if e.kind.Kind == "Namespace" {
		namespace = metaOf(object).GetName()
	}
	ctx = genericapirequest.WithNamespace(ctx, namespace)
	return genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{APIGroup: e.kind.Group, APIVersion: e.kind.Version, Resource: e.name})
}

func metaOf(object runtime.Object) metav1.Object {
	accessor, err := meta.Accessor(object)
	if err != nil {
		panic(err)
	}
	return accessor
}

// decode gives the defaulted object in its internal version, and what a strict request complains about.
func (e *endpoint) decode(body []byte, format string) (runtime.Object, error, *apierrors.StatusError) {
	options := json.SerializerOptions{Strict: true, Yaml: format == "yaml"}
	serializer := json.NewSerializerWithOptions(json.DefaultMetaFactory, scheme, scheme, options)
	expected := e.kind
	object, actual, err := serializer.Decode(body, &expected, nil)
	var strict error
	if err != nil {
		if _, ok := runtime.AsStrictDecodingError(err); !ok || object == nil {
			err = errors.New(strings.ReplaceAll(err.Error(), scheme.Name(), schemeName))
			return nil, nil, decodeError(e.kind.Kind, err, actual, body)
		}
		strict = err
	}
	if *actual != e.kind {
		err := fmt.Errorf("converting (%s.%s) to (%s): unknown conversion", actual.Version, actual.Kind, e.kind.Kind)
		return nil, nil, decodeError(e.kind.Kind, err, actual, body)
	}
	if e.strategy == nil {
		return object, strict, nil
	}
	internal, err := toInternal(object)
	if err != nil {
		return nil, nil, decodeError(e.kind.Kind, err, actual, body)
	}
	return internal, strict, nil
}

// toInternal fills in the defaults and converts to the version that the strategies know.
func toInternal(object runtime.Object) (runtime.Object, error) {
	scheme.Default(object)
	group := object.GetObjectKind().GroupVersionKind().Group
	return scheme.ConvertToVersion(object, schema.GroupVersion{Group: group, Version: runtime.APIVersionInternal})
}

// create is create.go of the handlers and Store.create of registry/generic/registry/store.go.
func (e *endpoint) create(ctx context.Context, object runtime.Object) error {
	accessor := metaOf(object)
	if err := e.prepare(ctx, object); err != nil {
		return err
	}
	accessor.SetUID(inventedUID)
	accessor.SetCreationTimestamp(metav1.Unix(0, 0))
	if accessor.GetName() == "" && accessor.GetGenerateName() != "" {
		accessor.SetName(generatedName(accessor.GetGenerateName()))
	}
	if err := beginCreate(object); err != nil {
		return err
	}
	return rest.BeforeCreate(e.strategy, ctx, object)
}

// prepare is what the handler does to a new object before it reaches the store.
func (e *endpoint) prepare(ctx context.Context, object runtime.Object) error {
	accessor := metaOf(object)
	rest.WipeObjectMetaSystemFields(accessor)
	namespace, _ := genericapirequest.NamespaceFrom(ctx)
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(rest.ExpectedNamespaceForScope(namespace, e.strategy.NamespaceScoped()), accessor); err != nil {
		return err
	}
	dedupOwnerReferences(ctx, accessor)
	// The server answers with managed fields of its own; those that were sent never reach validation.
	accessor.SetManagedFields(nil)
	return nil
}

// update is update.go of the handlers and Store.Update.
func (e *endpoint) update(ctx context.Context, object, old runtime.Object) error {
	accessor, before := metaOf(object), metaOf(old)
	namespace, _ := genericapirequest.NamespaceFrom(ctx)
	if err := rest.EnsureObjectNamespaceMatchesRequestNamespace(rest.ExpectedNamespaceForScope(namespace, e.strategy.NamespaceScoped()), accessor); err != nil {
		return err
	}
	name := before.GetName()
	if accessor.GetName() == "" {
		return apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s based on URL) was undeterminable: name must be provided", name))
	}
	if accessor.GetName() != name {
		return apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", accessor.GetName(), name))
	}
	dedupOwnerReferences(ctx, accessor)
	accessor.SetManagedFields(nil)
	// A manifest names neither; whoever applies it fills in what is stored.
	accessor.SetUID(before.GetUID())
	accessor.SetResourceVersion(before.GetResourceVersion())
	if err := beginUpdate(ctx, object, old); err != nil {
		return err
	}
	return rest.BeforeUpdate(e.strategy, ctx, object, old)
}

// stored gives the old object as the server keeps it, nil when the old text is nothing that it could have accepted.
func (e *endpoint) stored(req request) runtime.Object {
	object, _, statusErr := e.decode([]byte(req.oldText), req.oldFormat)
	if statusErr != nil {
		return nil
	}
	accessor := metaOf(object)
	ctx := e.context(nil, object)
	if accessor.GetName() == "" || e.prepare(ctx, object) != nil {
		return nil
	}
	accessor.SetUID(inventedUID)
	accessor.SetCreationTimestamp(metav1.Unix(0, 0))
	if beginCreate(object) != nil {
		return nil
	}
	e.strategy.PrepareForCreate(ctx, object)
	e.strategy.Canonicalize(object)
	accessor.SetResourceVersion("1")
	return e.throughStorage(object)
}

// throughStorage writes an object and reads it back.
func (e *endpoint) throughStorage(object runtime.Object) runtime.Object {
	written, err := scheme.ConvertToVersion(object, e.kind.GroupVersion())
	if err != nil {
		return nil
	}
	read, err := toInternal(written)
	if err != nil {
		return nil
	}
	return read
}

// answered gives the object as the server would answer it, without what it fills in for itself.
func (e *endpoint) answered(object runtime.Object) any {
	answer, err := scheme.ConvertToVersion(object, e.kind.GroupVersion())
	if err != nil {
		return nil
	}
	accessor := metaOf(answer)
	accessor.SetUID("")
	accessor.SetCreationTimestamp(metav1.Time{})
	accessor.SetGeneration(0)
	accessor.SetResourceVersion("")
	return answer
}
