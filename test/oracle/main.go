// Command oracle returns what the real Karpenter does: scenarios in on stdin, answers out on stdout, one JSON object per line.
// It runs the provisioner and scheduler of sigs.k8s.io/karpenter with the instance types, offerings and launch filters of
// karpenter-provider-aws, on the project's own catalog. Only the cloud and the API server are stand-ins (cloud.go, world.go).
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	corev1 "k8s.io/api/core/v1"
)

// instanceTypeOrder is "random", as in a real process, or "name". -ldflags "-X main.instanceTypeOrder=name" sets it in the
// build whose ties are broken by name.
var instanceTypeOrder = "random"

// question is one line of input, in the format of the recordings in test/conformance/scenarios.
type question struct {
	Name      string   `json:"name"`
	Manifests string   `json:"manifests"`
	Settings  settings `json:"settings"`
	// Bench requests times instead of results: of a "pass" of the provisioner, or of "pods" as in Karpenter's own benchmark.
	Bench string        `json:"bench"`
	Pods  []*corev1.Pod `json:"pods"`
}

// answer is one line of output: what each run did, or why the scenario cannot be run.
type answer struct {
	Name     string            `json:"name"`
	Versions map[string]string `json:"versions,omitempty"`
	// Runs are results, or courses of the disruption controllers.
	Runs   []any   `json:"runs,omitempty"`
	Timing *timing `json:"timing,omitempty"`
	Error  string  `json:"error,omitempty"`
}

func main() {
	data := flag.String("data", "data", "folder with instance-types.json and regions/")
	runs := flag.Int("runs", 1, "how often each scenario is run, each time from scratch")
	flag.Parse()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	catalogs := catalogFolder{path: *data, regions: map[string]*catalog{}}
	for {
		var asked question
		err := in.Decode(&asked)
		if errors.Is(err, io.EOF) {
			return
		}
		must(err)
		must(out.Encode(reply(asked, catalogs, *runs)))
	}
}

// reply never panics. A scenario that Karpenter or the stand-ins cannot handle also gets an answer.
func reply(asked question, catalogs catalogFolder, runs int) (a answer) {
	a = answer{Name: asked.Name, Versions: versions()}
	defer func() {
		if reason := recover(); reason != nil {
			a = answer{Name: asked.Name, Error: fmt.Sprint(reason)}
			if os.Getenv("ORACLE_TRACE") != "" {
				fmt.Fprintf(os.Stderr, "%v\n%s", reason, debug.Stack())
			}
		}
	}()
	switch asked.Bench {
	case "pass":
		a.Timing = benchScenario(asked, catalogs)
		return a
	case "pods":
		a.Timing = benchPods(asked)
		return a
	}
	scenario := newScenario(asked, catalogs)
	for range runs {
		if asked.Settings.Kind == "" {
			a.Runs = append(a.Runs, newWorld(scenario).schedule())
		} else {
			a.Runs = append(a.Runs, newCluster(scenario).run())
		}
	}
	return a
}

func versions() map[string]string {
	found := map[string]string{}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return found
	}
	short := map[string]string{
		"sigs.k8s.io/karpenter":                 "karpenter",
		"github.com/aws/karpenter-provider-aws": "aws",
	}
	for _, module := range info.Deps {
		if name, ok := short[module.Path]; ok {
			found[name] = module.Version
		}
	}
	return found
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
