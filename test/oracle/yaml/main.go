// Command yaml records what sigs.k8s.io/yaml reads from YAML texts: the value that the API server gets.
// It takes a JSON list of texts on stdin and writes one {in, out or err} per line: go run . < in.json > values.jsonl
package main

import (
	"encoding/json"
	"log"
	"os"

	"sigs.k8s.io/yaml"
)

type record struct {
	In  string `json:"in"`
	Out string `json:"out,omitempty"`
	Err string `json:"err,omitempty"`
}

func main() {
	var texts []string
	if err := json.NewDecoder(os.Stdin).Decode(&texts); err != nil {
		log.Fatal(err)
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	for _, text := range texts {
		r := record{In: text}
		out, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			r.Err = err.Error()
		} else {
			r.Out = string(out)
		}
		if err := encoder.Encode(r); err != nil {
			log.Fatal(err)
		}
	}
}
