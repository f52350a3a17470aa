// Command hashes returns the drift hash that the controllers' own code gives an object: objects in on stdin, hashes out on stdout,
// one JSON object per line. It is built once per Karpenter minor (hashes.ts), with that minor's modules.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	karpv1 "sigs.k8s.io/karpenter/pkg/apis/v1"
)

// question is an object as in a manifest, and the CA bundle with which the AWS provider was started.
type question struct {
	Object   map[string]any `json:"object"`
	CABundle *string        `json:"caBundle"`
}

type answer struct {
	Hash string `json:"hash,omitempty"`
	// Version is the value of the annotation with the hash version.
	Version string `json:"version,omitempty"`
	Error   string `json:"error,omitempty"`
}

// kind reads the JSON of an object and hashes it.
type kind struct {
	version string
	hash    func(text []byte, caBundle *string) (string, error)
}

// kinds by apiVersion and kind. Other files add those of their minor.
var kinds = map[string]kind{
	"karpenter.sh/v1 NodePool": {karpv1.NodePoolHashVersion, hashOf[karpv1.NodePool]},
}

// hashOf uses the method of the type, which took no CA bundle before 1.12.
func hashOf[T any](text []byte, caBundle *string) (string, error) {
	object := new(T)
	if err := json.Unmarshal(text, object); err != nil {
		return "", err
	}
	switch hashed := any(object).(type) {
	case interface{ Hash() string }:
		return hashed.Hash(), nil
	case interface{ Hash(*string) string }:
		return hashed.Hash(caBundle), nil
	}
	return "", fmt.Errorf("%T has no hash", object)
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var asked question
		err := in.Decode(&asked)
		if errors.Is(err, io.EOF) {
			return
		}
		must(err)
		must(out.Encode(reply(asked)))
	}
}

func reply(asked question) answer {
	name := fmt.Sprintf("%v %v", asked.Object["apiVersion"], asked.Object["kind"])
	known, ok := kinds[name]
	if !ok {
		return answer{Error: "no " + name}
	}
	// Converted to a map, as the API server returns objects: keys are sorted at every depth.
	text, err := json.Marshal(asked.Object)
	must(err)
	hash, err := known.hash(text, asked.CABundle)
	if err != nil {
		return answer{Error: err.Error()}
	}
	return answer{Hash: hash, Version: known.version}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
