// Command decoder reads manifests exactly as `kubectl apply -f FILE` does: k8s.io/cli-runtime's own builder opens, decodes and
// flattens them. It takes a JSON list of file contents in base64 on stdin and writes one line for each: the objects that kubectl
// would apply, and the error that it would report after them.
package main

import (
	"encoding/base64"
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/cli-runtime/pkg/resource"
)

type answer struct {
	Objects []json.RawMessage `json:"objects"`
	Error   string            `json:"error,omitempty"`
}

func main() {
	var contents []string
	if err := json.NewDecoder(os.Stdin).Decode(&contents); err != nil {
		log.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "decoder")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "manifests.yaml")
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for _, content := range contents {
		bytes, err := base64.StdEncoding.DecodeString(content)
		if err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(file, bytes, 0o600); err != nil {
			log.Fatal(err)
		}
		if err := encoder.Encode(read(file)); err != nil {
			log.Fatal(err)
		}
	}
}

// read returns what `kubectl apply` continues with. It applies all objects that could be read, even if there is also an error.
func read(file string) answer {
	result := resource.NewLocalBuilder().
		Unstructured().
		ContinueOnError().
		FilenameParam(false, &resource.FilenameOptions{Filenames: []string{file}}).
		Flatten().
		Do()
	found := answer{Objects: []json.RawMessage{}}
	err := result.Visit(func(info *resource.Info, err error) error {
		if err != nil {
			return err
		}
		object, err := json.Marshal(info.Object.(*unstructured.Unstructured).Object)
		if err != nil {
			return err
		}
		found.Objects = append(found.Objects, object)
		return nil
	})
	if err != nil {
		found.Error = err.Error()
	}
	return found
}
