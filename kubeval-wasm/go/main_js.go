// Command kubeval is Kubernetes' own validation of objects, for JavaScript: see ../README.md.
package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"syscall/js"
)

var definitions []*definition

// answer is what every exported function returns, as JSON: a value or an error, never both.
type answer struct {
	Value any    `json:"value,omitempty"`
	Error string `json:"error,omitempty"`
	// Panic says that the program caught a bug, its own or Kubernetes'.
	Panic bool `json:"panic,omitempty"`
}

func main() {
	// The heap is small and the process short: collecting garbage less often pays.
	debug.SetGCPercent(400)
	js.Global().Get("kubevalReady").Invoke(map[string]any{
		"define":          export(define),
		"validateCustom":  export(validateCustom),
		"validateBuiltin": export(validateBuiltinKind),
		"builtinKinds":    export(func([]js.Value) (any, error) { return builtinKinds(), nil }),
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

// define takes the JSON of a CustomResourceDefinition and gives its number.
func define(args []js.Value) (any, error) {
	d, err := newDefinition(args[0].String())
	if err != nil {
		return nil, err
	}
	definitions = append(definitions, d)
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

// newRequest takes text, format, old text (or undefined) and its format.
func newRequest(args []js.Value) request {
	req := request{text: args[0].String(), format: args[1].String()}
	if !args[2].IsUndefined() {
		req.update, req.oldText, req.oldFormat = true, args[2].String(), args[3].String()
	}
	return req
}
