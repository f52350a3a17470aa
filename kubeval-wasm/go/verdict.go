package main

import (
	"context"
	"encoding/json"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/validate/content"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apiserver/pkg/warning"
)

// What a server would invent; fixed here, so that the same input gives the same verdict.
const (
	inventedUID    = types.UID("00000000-0000-0000-0000-000000000000")
	inventedSuffix = "xxxxx"
	// maxGeneratedNameLength and the length of the suffix are those of k8s.io/apiserver/pkg/storage/names.
	maxGeneratedNameLength = 63 - len(inventedSuffix)
)

// request is a body that is sent to the endpoint of one kind.
type request struct {
	text      string
	format    string
	oldText   string
	oldFormat string
	update    bool
	// answer says whether anybody wants the object as the server would answer it.
	answer bool
	// costBudget is what the rules may cost, the server's own limit or less.
	costBudget int64
}

// cause is one entry of status.details.causes.
type cause struct {
	Field   string `json:"field"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
}

// refusal is the part of a failure status that says why.
type refusal struct {
	Code    int32   `json:"code"`
	Reason  string  `json:"reason"`
	Message string  `json:"message"`
	Causes  []cause `json:"causes"`
}

// verdict is what JavaScript gets, as JSON.
type verdict struct {
	Operation string   `json:"operation"`
	Checked   string   `json:"checked"`
	Strict    *refusal `json:"strict"`
	Lenient   *refusal `json:"lenient"`
	Warnings  []string `json:"warnings"`
	Pruned    []string `json:"pruned"`
	Defaulted any      `json:"defaulted"`
	// Cost is what the rules cost, in the server's units.
	Cost int64 `json:"cost"`
}

func newVerdict(operation, checked string) *verdict {
	return &verdict{Operation: operation, Checked: checked, Warnings: []string{}, Pruned: []string{}}
}

func newRefusal(err *apierrors.StatusError) *refusal {
	if err == nil {
		return nil
	}
	status := err.Status()
	result := &refusal{Code: status.Code, Reason: string(status.Reason), Message: status.Message, Causes: []cause{}}
	if status.Details != nil {
		for _, c := range status.Details.Causes {
			result.Causes = append(result.Causes, cause{Field: c.Field, Reason: string(c.Type), Message: c.Message})
		}
	}
	return result
}

// AddWarning keeps each text once, as the server's recorder does.
func (r *verdict) AddWarning(_, text string) {
	if text == "" {
		return
	}
	for _, known := range r.Warnings {
		if known == text {
			return
		}
	}
	r.Warnings = append(r.Warnings, text)
}

func (r *verdict) refuse(err *apierrors.StatusError) *verdict {
	refused := newRefusal(err)
	if r.Strict == nil {
		r.Strict = refused
	}
	r.Lenient = refused
	return r
}

// validate says what the server would say: k8s.io/apiserver/pkg/endpoints/handlers/create.go and update.go.
func (v *servedVersion) validate(req request) *verdict {
	var old *unstructured.Unstructured
	if req.update && tooLarge(req.oldText) == nil {
		old = v.stored(req)
	}
	operation := "create"
	if old != nil {
		operation = "update"
	}
	result := newVerdict(operation, "everything")
	for _, text := range v.warnings {
		result.AddWarning("", text)
	}
	if statusErr := tooLarge(req.text); statusErr != nil {
		return result.refuse(statusErr)
	}
	body, statusErr := v.decode([]byte(req.text), req.format)
	if statusErr != nil {
		return result.refuse(statusErr)
	}
	result.Pruned = append(result.Pruned, body.pruned...)
	v.budget = req.costBudget
	if len(body.strict) > 0 {
		gvk := body.gvk
		result.Strict = newRefusal(decodeError(v.kind.Kind, runtime.NewStrictDecodingError(body.strict), &gvk, []byte(req.text)))
		for _, text := range decodingWarnings(body.strict) {
			result.AddWarning("", text)
		}
	}
	if req.answer {
		result.Defaulted = body.object.Object
	}
	if body.gvk.GroupVersion() != v.kind.GroupVersion() {
		return result.refuse(apierrors.NewBadRequest(fmt.Sprintf(
			"the API version in the data (%s) does not match the expected API version (%s)", body.gvk.GroupVersion(), v.kind.GroupVersion())))
	}
	ctx := warning.WithWarningRecorder(context.Background(), result)
	if old != nil {
		statusErr = v.update(ctx, body, old)
	} else {
		statusErr = v.create(ctx, body.object)
	}
	result.Cost = req.costBudget - v.budget
	answered := body.object
	if statusErr != nil {
		result.refuse(statusErr)
	}
	if !req.answer {
		return result
	}
	if statusErr == nil && v.kind.Version != v.coercer.definition.storageVersion() {
		if read := v.throughStorage(body.object); read != nil {
			answered = read
		}
	}
	result.Defaulted = withoutSystemFields(answered)
	return result
}

// maxRequestBodyBytes is the server's limit, k8s.io/apiserver/pkg/server/config.go.
const maxRequestBodyBytes = 3 * 1024 * 1024

func tooLarge(text string) *apierrors.StatusError {
	if len(text) <= maxRequestBodyBytes {
		return nil
	}
	return apierrors.NewRequestEntityTooLargeError(fmt.Sprintf("limit is %d", maxRequestBodyBytes))
}

// create is create.go of the handlers and Store.create of registry/generic/registry/store.go.
func (v *servedVersion) create(ctx context.Context, object *unstructured.Unstructured) *apierrors.StatusError {
	v.wipeSystemFields(object)
	v.setNamespace(object)
	dedupOwnerReferences(ctx, object)
	// The server answers with managed fields of its own; those that were sent never reach validation.
	object.SetManagedFields(nil)
	object.SetUID(inventedUID)
	object.SetCreationTimestamp(metav1.Unix(0, 0))
	if object.GetName() == "" && object.GetGenerateName() != "" {
		object.SetName(generatedName(object.GetGenerateName()))
	}
	v.prepareForCreate(object)
	if errs := v.validateCreate(ctx, object); len(errs) > 0 {
		return apierrors.NewInvalid(v.kind.GroupKind(), object.GetName(), errs)
	}
	if errs := validateObjectMeta(object, v.namespaceScoped, pathSegment); len(errs) > 0 {
		return apierrors.NewInvalid(v.kind.GroupKind(), object.GetName(), errs)
	}
	finalizerWarnings(ctx, object, nil)
	return nil
}

// update is update.go of the handlers and BeforeUpdate of registry/rest/update.go.
func (v *servedVersion) update(ctx context.Context, body *decoded, old *unstructured.Unstructured) *apierrors.StatusError {
	object := body.object
	if v.namespaceScoped && object.GetNamespace() == "" {
		object.SetNamespace(old.GetNamespace())
	} else if !v.namespaceScoped {
		object.SetNamespace("")
	}
	if object.GetNamespace() != old.GetNamespace() {
		return apierrors.NewBadRequest("the namespace of the provided object does not match the namespace sent on the request")
	}
	name := old.GetName()
	if object.GetName() == "" {
		return apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s based on URL) was undeterminable: name must be provided", name))
	}
	if object.GetName() != name {
		return apierrors.NewBadRequest(fmt.Sprintf("the name of the object (%s) does not match the name on the URL (%s)", object.GetName(), name))
	}
	dedupOwnerReferences(ctx, object)
	if uid := object.GetUID(); uid != "" && uid != old.GetUID() {
		return apierrors.NewConflict(v.resource, name, fmt.Errorf(
			"StorageError: invalid object, Code: 4, Key: %s, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: %s, UID in object meta: %s",
			v.storageKey(old), uid, old.GetUID()))
	}
	if body.unconditional {
		errs := field.ErrorList{field.Invalid(field.NewPath("metadata", "resourceVersion"), 0, "must be specified for an update")}
		return apierrors.NewInvalid(schema.GroupKind{Group: v.resource.Group, Kind: v.resource.Resource}, name, errs)
	}
	object.SetManagedFields(nil)
	// A manifest names no resourceVersion; whoever applies it fills in the one that is stored.
	object.SetResourceVersion(old.GetResourceVersion())
	object.SetGeneration(old.GetGeneration())
	v.prepareForUpdate(object, old)
	object.SetUID(old.GetUID())
	object.SetCreationTimestamp(old.GetCreationTimestamp())
	errs := validateObjectMeta(object, v.namespaceScoped, pathSegment)
	errs = append(errs, validateObjectMetaUpdate(object, old)...)
	errs = append(errs, v.validateUpdate(ctx, object, old)...)
	if len(errs) > 0 {
		return apierrors.NewInvalid(v.kind.GroupKind(), name, errs)
	}
	finalizerWarnings(ctx, object, old)
	return nil
}

// stored gives the old object as the server keeps it: pruned, defaulted, with system fields, read back from JSON.
// It is nil when the old text is nothing that a server could ever have accepted; the request is a creation then.
func (v *servedVersion) stored(req request) *unstructured.Unstructured {
	body, statusErr := v.decodeOld(req)
	if statusErr != nil {
		return nil
	}
	uid := body.GetUID()
	v.wipeSystemFields(body)
	v.setNamespace(body)
	dedupOwnerReferences(context.Background(), body)
	body.SetManagedFields(nil)
	v.prepareForCreate(body)
	if uid == "" {
		uid = inventedUID
	}
	body.SetUID(uid)
	body.SetCreationTimestamp(metav1.Unix(0, 0))
	if body.GetName() == "" {
		return nil
	}
	old := v.throughStorage(body)
	if old == nil {
		return nil
	}
	old.SetResourceVersion("1")
	return old
}

// throughStorage writes an object in the storage version and reads it back, as the codec of crdRESTOptions does; nil
// where that cannot be. Numbers change their Go type on the way (1.0 comes back as 1), and what only the storage
// version lacks is lost, unless a webhook converts, which nobody can foresee.
func (v *servedVersion) throughStorage(object *unstructured.Unstructured) *unstructured.Unstructured {
	storage := v.kind.GroupVersion()
	if !v.coercer.definition.convertsByWebhook() {
		storage.Version = v.coercer.definition.storageVersion()
	}
	written := object.DeepCopy()
	written.SetAPIVersion(storage.String())
	if _, err := v.coercer.apply(written, false); err != nil {
		return nil
	}
	text, err := json.Marshal(written.Object)
	if err != nil {
		return nil
	}
	read := &unstructured.Unstructured{}
	if _, _, err := storedJSON.Decode(text, nil, read); err != nil {
		return nil
	}
	if _, err := v.coercer.apply(read, true); err != nil {
		return nil
	}
	v.coercer.applyDefaults(read)
	if storage.Version != v.kind.Version {
		read.SetAPIVersion(v.kind.GroupVersion().String())
		if _, err := v.coercer.apply(read, false); err != nil {
			return nil
		}
	}
	return read
}

// decodeOld reads the old object in its own version, and converts it as a definition without a webhook does.
func (v *servedVersion) decodeOld(req request) (*unstructured.Unstructured, *apierrors.StatusError) {
	body, statusErr := v.decode([]byte(req.oldText), req.oldFormat)
	if statusErr != nil {
		return nil, statusErr
	}
	if body.gvk.GroupKind() != v.kind.GroupKind() {
		return nil, apierrors.NewBadRequest("the old object is of another kind")
	}
	if body.gvk.Version != v.kind.Version {
		body.object.SetAPIVersion(v.kind.GroupVersion().String())
	}
	return body.object, nil
}

func (v *servedVersion) storageKey(object *unstructured.Unstructured) string {
	key := "/" + v.resource.Group + "/" + v.resource.Resource + "/"
	if v.namespaceScoped {
		key += object.GetNamespace() + "/"
	}
	return key + object.GetName()
}

// wipeSystemFields is WipeObjectMetaSystemFields of k8s.io/apiserver/pkg/registry/rest/meta.go.
func (v *servedVersion) wipeSystemFields(object *unstructured.Unstructured) {
	object.SetCreationTimestamp(metav1.Time{})
	object.SetUID("")
	object.SetDeletionTimestamp(nil)
	object.SetDeletionGracePeriodSeconds(nil)
	object.SetSelfLink("")
}

// setNamespace sends an object without a namespace to "default", and takes the namespace from what has none.
func (v *servedVersion) setNamespace(object *unstructured.Unstructured) {
	if !v.namespaceScoped {
		object.SetNamespace("")
	} else if object.GetNamespace() == "" {
		object.SetNamespace("default")
	}
}

func generatedName(base string) string {
	if len(base) > maxGeneratedNameLength {
		base = base[:maxGeneratedNameLength]
	}
	return base + inventedSuffix
}

func pathSegment(name string, prefix bool) []string {
	if prefix {
		return content.IsPathSegmentPrefix(name)
	}
	return content.IsPathSegmentName(name)
}

// withoutSystemFields drops what the server fills in for itself, or would never store.
func withoutSystemFields(object *unstructured.Unstructured) map[string]any {
	for _, name := range []string{"uid", "creationTimestamp", "managedFields", "generation", "resourceVersion", "selfLink"} {
		unstructured.RemoveNestedField(object.Object, "metadata", name)
	}
	return object.Object
}
