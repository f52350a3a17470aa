// Answers which SSM parameters Karpenter's AWS provider reads for an alias under a Kubernetes version: one question per line on standard
// input, one answer per line on standard output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"

	"github.com/aws/karpenter-provider-aws/pkg/providers/amifamily"
	"github.com/aws/karpenter-provider-aws/pkg/providers/ssm"
)

type question struct {
	Family     string `json:"family"`
	Version    string `json:"version"`
	Kubernetes string `json:"kubernetes"`
}

// parameters is a parameter store in which every parameter exists and contains its own name.
type parameters struct{ read []string }

func (p *parameters) Get(_ context.Context, parameter ssm.Parameter) (string, error) {
	p.read = append(p.read, parameter.Name)
	return parameter.Name, nil
}

func answer(asked question) ([]string, error) {
	store := &parameters{}
	family := amifamily.GetAMIFamily(asked.Family, &amifamily.Options{})
	if _, err := family.DescribeImageQuery(context.Background(), store, asked.Kubernetes, asked.Version); err != nil {
		return nil, err
	}
	sort.Strings(store.read)
	return store.read, nil
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fail(err)
		}
		read, err := answer(asked)
		if err != nil {
			fail(err)
		}
		text, err := json.Marshal(read)
		if err != nil {
			fail(err)
		}
		fmt.Println(string(text))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
