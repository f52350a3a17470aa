package main

import (
	"encoding/hex"
	"fmt"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
)

// decoded is a request body after decoding.
type decoded struct {
	object *unstructured.Unstructured
	gvk    schema.GroupVersionKind
	// pruned are the paths of unknown fields.
	pruned []string
	// strict are all complaints of strict decoding, duplicate keys included.
	strict []error
	// unconditional says that the body asks for an update of no version in particular, which is refused.
	unconditional bool
}

// unstructuredTyper is never asked in earnest: a serializer that decodes into an unstructured object ignores the answer.
type unstructuredTyper struct{}

func (unstructuredTyper) ObjectKinds(runtime.Object) ([]schema.GroupVersionKind, bool, error) {
	return nil, false, nil
}

func (unstructuredTyper) Recognizes(schema.GroupVersionKind) bool { return false }

type unstructuredCreater struct{}

func (unstructuredCreater) New(kind schema.GroupVersionKind) (runtime.Object, error) {
	ret := &unstructured.Unstructured{}
	ret.SetGroupVersionKind(kind)
	return ret, nil
}

var (
	strictJSON = json.NewSerializerWithOptions(json.DefaultMetaFactory, unstructuredCreater{}, unstructuredTyper{}, json.SerializerOptions{Strict: true})
	strictYAML = json.NewSerializerWithOptions(json.DefaultMetaFactory, unstructuredCreater{}, unstructuredTyper{}, json.SerializerOptions{Strict: true, Yaml: true})
	storedJSON = json.NewSerializerWithOptions(json.DefaultMetaFactory, unstructuredCreater{}, unstructuredTyper{}, json.SerializerOptions{})
)

func strictSerializer(format string) *json.Serializer {
	if format == "yaml" {
		return strictYAML
	}
	return strictJSON
}

// decode reads a body that is sent to the endpoint of v; the error is what the server answers.
func (v *servedVersion) decode(body []byte, format string) (*decoded, *apierrors.StatusError) {
	result := &decoded{}
	kind := v.kind
	object, gvk, err := strictSerializer(format).Decode(body, &kind, &unstructured.Unstructured{})
	if gvk != nil {
		result.gvk = *gvk
	}
	if err != nil {
		strict, ok := runtime.AsStrictDecodingError(err)
		if !ok || object == nil {
			return nil, decodeError(v.kind.Kind, err, gvk, body)
		}
		result.strict = strict.Errors()
	}
	result.object = object.(*unstructured.Unstructured)
	resourceVersion, found, _ := unstructured.NestedFieldNoCopy(result.object.Object, "metadata", "resourceVersion")
	result.unconditional = found && resourceVersion == ""
	result.pruned, err = v.coercer.apply(result.object, false)
	if err != nil {
		return nil, decodeError(v.kind.Kind, err, gvk, body)
	}
	for _, path := range result.pruned {
		result.strict = append(result.strict, fmt.Errorf(`unknown field "%s"`, path))
	}
	v.coercer.applyDefaults(result.object)
	return result, nil
}

// decodeError is transformDecodeError of k8s.io/apiserver/pkg/endpoints/handlers/rest.go.
func decodeError(kind string, err error, gvk *schema.GroupVersionKind, body []byte) *apierrors.StatusError {
	if gvk != nil && len(gvk.Kind) > 0 {
		return apierrors.NewBadRequest(fmt.Sprintf("%s in version %q cannot be handled as a %s: %v", gvk.Kind, gvk.Version, kind, err))
	}
	return apierrors.NewBadRequest(fmt.Sprintf("the object provided is unrecognized (must be of type %s): %v (%s)", kind, err, summarizeData(body, 30)))
}

func summarizeData(data []byte, maxLength int) string {
	if len(data) == 0 {
		return "<empty>"
	}
	text, rest := data, ""
	if len(data) > maxLength {
		text, rest = data[:maxLength], " ..."
	}
	if data[0] == '{' {
		return string(text) + rest
	}
	return hex.EncodeToString(text) + rest
}

// decodingWarnings is addStrictDecodingWarnings and parseYAMLWarnings of the same file.
func decodingWarnings(errs []error) []string {
	var warnings []string
	for _, err := range errs {
		text := err.Error()
		trimmed := strings.TrimPrefix(text, "yaml: unmarshal errors:\n")
		if trimmed == text {
			trimmed = strings.TrimPrefix(text, "error converting YAML to JSON: yaml: unmarshal errors:\n")
		}
		if trimmed == text {
			warnings = append(warnings, text)
			continue
		}
		for _, line := range strings.Split(trimmed, "\n") {
			warnings = append(warnings, strings.TrimSpace(line))
		}
	}
	return warnings
}
