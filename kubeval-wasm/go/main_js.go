// Command kubeval is Kubernetes' own validation of objects, for JavaScript: see ../README.md.
package main

import (
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"syscall/js"

	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

var definitions []*definition

// numbers tells which of them a text is: each is kept for good, and those of the picture are there from the beginning.
var numbers = map[string]int{}

// answer is what every exported function returns, as JSON: a value or an error, never both.
type answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	// Panic says that the program caught a bug, its own or Kubernetes'.
	Panic bool `json:"panic,omitempty"`
}

func main() {
	js.Global().Get("kubevalReady").Invoke(map[string]any{
		"define":          export(define),
		"validateCustom":  export(validateCustom),
		"validateBuiltin": export(validateBuiltinKind),
		"builtinKinds":    export(func([]js.Value) (any, error) { return builtinKinds(), nil }),
		"declareRule":     export(declareRule),
		"evaluateRule":    export(evaluateRule),
		"readManifests":   export(readManifests),
		"settle":          export(settle),
	})
	select {}
}

// export makes a function that JavaScript can call. A panic that escaped would end the program for good.
func export(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = encode(answer{Error: fmt.Sprint(r), Panic: true})
			}
		}()
		value, err := f(args)
		if err != nil {
			return encode(answer{Error: err.Error()})
		}
		return encode(answer{Value: value})
	})
}

func encode(a answer) string {
	text, err := json.Marshal(a)
	if err != nil {
		text, _ = json.Marshal(answer{Error: err.Error(), Panic: true})
	}
	return string(text)
}

// settle collects garbage and fills free memory with zeroes, so that a picture of memory holds little but what is in use. While
// the picture was made garbage was collected often, to the same end; from now on that would not pay.
func settle([]js.Value) (any, error) {
	runtime.GC()
	runtime.GC()
	var blocks [][]byte
	var stats runtime.MemStats
	for size := 1 << 20; size >= 1<<13; size /= 2 {
		for grown := false; !grown; {
			runtime.ReadMemStats(&stats)
			before := stats.HeapSys
			// Memory that was used before is zeroed when it is handed out again.
			blocks = append(blocks, make([]byte, size))
			runtime.ReadMemStats(&stats)
			grown = stats.HeapSys > before
		}
	}
	count := len(blocks)
	blocks = nil
	runtime.GC()
	debug.SetGCPercent(400)
	return count, nil
}

// define takes the JSON of a CustomResourceDefinition and gives its number.
func define(args []js.Value) (any, error) {
	text := args[0].String()
	if number, ok := numbers[text]; ok {
		return number, nil
	}
	d, err := newDefinition(text)
	if err != nil {
		return nil, err
	}
	definitions = append(definitions, d)
	numbers[text] = len(definitions)
	return len(definitions), nil
}

// validateCustom takes the number of a definition, a version and a request.
func validateCustom(args []js.Value) (any, error) {
	v, err := definitions[args[0].Int()-1].version(args[1].String())
	if err != nil {
		return nil, err
	}
	return v.validate(newRequest(args[2:])), nil
}

// validateBuiltinKind takes apiVersion, kind and a request.
func validateBuiltinKind(args []js.Value) (any, error) {
	return validateBuiltin(args[0].String(), args[1].String(), newRequest(args[2:]))
}

// newRequest takes text, format, old text (or undefined) and its format, whether the object is to be answered, and what its
// rules may cost (or undefined).
func newRequest(args []js.Value) request {
	req := request{text: args[0].String(), format: args[1].String(), answer: args[4].Bool(), costBudget: celconfig.RuntimeCELCostBudget}
	if !args[2].IsUndefined() {
		req.update, req.oldText, req.oldFormat = true, args[2].String(), args[3].String()
	}
	if !args[5].IsUndefined() {
		req.costBudget = min(req.costBudget, int64(args[5].Float()))
	}
	return req
}
