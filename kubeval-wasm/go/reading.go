package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"syscall/js"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/yaml"
)

// reading is what kubectl reads from a file: the objects that it would apply, and its first error. It applies the objects even if there is an error.
type reading struct {
	Objects []json.RawMessage `json:"objects"`
	Error   string            `json:"error,omitempty"`
}

// readManifests takes the text of a file, and reads it as `kubectl apply -f` does: StreamVisitor and FlattenListVisitor of
// k8s.io/cli-runtime/pkg/resource/visitor.go, with ContinueOnError.
func readManifests(args []js.Value) (any, error) {
	found := &reading{Objects: []json.RawMessage{}}
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(args[0].String()), 4096)
	for {
		document := runtime.RawExtension{}
		if err := decoder.Decode(&document); err != nil {
			if !errors.Is(err, io.EOF) {
				found.fail(err)
			}
			return found, nil
		}
		text := bytes.TrimSpace(document.Raw)
		if len(text) == 0 || bytes.Equal(text, []byte("null")) {
			continue
		}
		found.add(text)
	}
}

// add reads one document. A list is replaced by its items, and theirs.
func (r *reading) add(text []byte) {
	object, _, err := unstructured.UnstructuredJSONScheme.Decode(text, nil, nil)
	if err != nil {
		r.fail(err)
		return
	}
	objects := []runtime.Object{object}
	for i := 0; i < len(objects); i++ {
		if !meta.IsListType(objects[i]) {
			r.keep(objects[i])
			continue
		}
		items, err := meta.ExtractList(objects[i])
		if err != nil {
			r.fail(err)
			return
		}
		objects = append(objects, items...)
	}
}

func (r *reading) keep(object runtime.Object) {
	text, err := json.Marshal(object)
	if err != nil {
		r.fail(err)
		return
	}
	r.Objects = append(r.Objects, bytes.TrimSpace(text))
}

func (r *reading) fail(err error) {
	if r.Error == "" {
		r.Error = err.Error()
	}
}
