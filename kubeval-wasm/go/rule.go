package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"sync"
	"syscall/js"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/lazy"
)

// ruleCostLimit is what one expression may cost for one object: a tenth of what a server allows.
const ruleCostLimit = celconfig.PerCallLimit / 10

// ruleText is a rule as JavaScript hands it in, with the parts of a ValidatingAdmissionPolicy.
type ruleText struct {
	Variables         []namedExpression `json:"variables"`
	MatchConditions   []namedExpression `json:"matchConditions"`
	Expression        string            `json:"expression"`
	MessageExpression string            `json:"messageExpression"`
	// Values are the expressions of values in the rule's fix.
	Values []string `json:"values"`
}

type namedExpression struct {
	Name       string `json:"name"`
	Expression string `json:"expression"`
}

// rule is a compiled rule.
type rule struct {
	variables  []namedProgram
	conditions []namedProgram
	expression cel.Program
	message    cel.Program
	values     []cel.Program
}

type namedProgram struct {
	name    string
	program cel.Program
}

var rules []*rule

// ruleNumbers tells which of them a text is.
var ruleNumbers = map[string]int{}

// ruleResult is what one rule says about one object.
type ruleResult struct {
	// Outcome is holds, broken, skipped (by a match condition), unknown, or failed.
	Outcome string `json:"outcome"`
	// Message is that of messageExpression, or why the rule failed.
	Message string `json:"message"`
	Values  []any  `json:"values"`
	// Unknown names the unknown values that the rule needs.
	Unknown []string `json:"unknown"`
	Cost    uint64   `json:"cost"`
}

// ruleEnvironment is the server's environment for stored expressions, with our variables.
var ruleEnvironment = sync.OnceValues(func() (*cel.Env, error) {
	set, err := environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()).Extend(
		environment.VersionedOptions{
			IntroducedVersion: version.MajorMinor(1, 0),
			EnvOptions: []cel.EnvOption{
				cel.Variable("object", cel.DynType),
				cel.Variable("oldObject", cel.DynType),
				cel.Variable("environment", cel.DynType),
				cel.Variable("review", cel.DynType),
				cel.Variable("variables", cel.MapType(cel.StringType, cel.DynType)),
			},
		},
		environment.StrictCostOpt,
	)
	if err != nil {
		return nil, err
	}
	return set.StoredExpressionsEnv(), nil
})

// declareRule takes the JSON of a rule and gives its number. It fails if an expression does not compile.
func declareRule(args []js.Value) (any, error) {
	text := args[0].String()
	if number, ok := ruleNumbers[text]; ok {
		return number, nil
	}
	r, err := newRule(text)
	if err != nil {
		return nil, err
	}
	rules = append(rules, r)
	ruleNumbers[text] = len(rules)
	return len(rules), nil
}

func newRule(text string) (*rule, error) {
	var given ruleText
	if err := json.Unmarshal([]byte(text), &given); err != nil {
		return nil, err
	}
	r := &rule{}
	var err error
	if r.variables, err = compileNamed("variables", given.Variables, nil); err != nil {
		return nil, err
	}
	if r.conditions, err = compileNamed("matchConditions", given.MatchConditions, cel.BoolType); err != nil {
		return nil, err
	}
	if r.expression, err = compileExpression("expression", given.Expression, cel.BoolType); err != nil {
		return nil, err
	}
	if given.MessageExpression != "" {
		if r.message, err = compileExpression("messageExpression", given.MessageExpression, cel.StringType); err != nil {
			return nil, err
		}
	}
	for i, value := range given.Values {
		program, err := compileExpression(fmt.Sprintf("value %d of the fix", i+1), value, nil)
		if err != nil {
			return nil, err
		}
		r.values = append(r.values, program)
	}
	return r, nil
}

func compileNamed(what string, given []namedExpression, returns *cel.Type) ([]namedProgram, error) {
	var compiled []namedProgram
	for _, each := range given {
		program, err := compileExpression(what+"."+each.Name, each.Expression, returns)
		if err != nil {
			return nil, err
		}
		compiled = append(compiled, namedProgram{each.Name, program})
	}
	return compiled, nil
}

func compileExpression(what, text string, returns *cel.Type) (cel.Program, error) {
	if err := checkSize(text); err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	env, err := ruleEnvironment()
	if err != nil {
		return nil, err
	}
	ast, issues := env.Compile(text)
	if issues != nil && issues.Err() != nil {
		return nil, fmt.Errorf("%s: %s", what, issues.String())
	}
	if returns != nil && !ast.OutputType().IsExactType(returns) {
		return nil, fmt.Errorf("%s: must evaluate to %v but got %v", what, returns, ast.OutputType())
	}
	return env.Program(ast,
		cel.EvalOptions(cel.OptPartialEval),
		cel.CostLimit(ruleCostLimit),
		cel.CustomDecorator(withBoundedSizes),
	)
}

// evaluateRule takes the number of a rule; the object, the old object, the environment and the review as JSON; the paths
// of unknown values; and what the evaluation may cost.
func evaluateRule(args []js.Value) (any, error) {
	e := &evaluation{rule: rules[args[0].Int()-1], budget: uint64(args[6].Float())}
	values := map[string]any{}
	for i, name := range []string{"object", "oldObject", "environment", "review"} {
		var value any
		if err := utiljson.Unmarshal([]byte(args[i+1].String()), &value); err != nil {
			return nil, err
		}
		values[name] = value
	}
	values["review"] = withAmounts(values["review"], false)
	var paths [][]any
	if err := utiljson.Unmarshal([]byte(args[5].String()), &paths); err != nil {
		return nil, err
	}
	variables := lazy.NewMapValue(types.MapType)
	for _, each := range e.rule.variables {
		variables.Append(each.name, func(*lazy.MapValue) ref.Val { return e.variable(each) })
	}
	values["variables"] = variables
	activation, err := cel.PartialVars(values, unknownPatterns(paths)...)
	if err != nil {
		return nil, err
	}
	e.activation = activation
	sizes = &sizeGuard{known: map[ref.Val]measured{}}
	result := e.run()
	result.Cost = e.cost
	return result, nil
}

func unknownPatterns(paths [][]any) []*cel.AttributePatternType {
	var patterns []*cel.AttributePatternType
	for _, path := range paths {
		pattern := cel.AttributePattern(fmt.Sprint(path[0]))
		for _, step := range path[1:] {
			if index, ok := step.(int64); ok {
				pattern = pattern.QualInt(index)
			} else {
				pattern = pattern.QualString(fmt.Sprint(step))
			}
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

// withAmounts makes amounts of money doubles. JSON does not tell 12 from 12.0, and CEL does not add up an int and a double.
func withAmounts(value any, isAmount bool) any {
	switch v := value.(type) {
	case map[string]any:
		for key, child := range v {
			v[key] = withAmounts(child, isAmount || strings.HasSuffix(key, "Usd"))
		}
	case []any:
		for i, child := range v {
			v[i] = withAmounts(child, isAmount)
		}
	case int64:
		if isAmount {
			return float64(v)
		}
	}
	return value
}

// evaluation is one rule with one object.
type evaluation struct {
	rule       *rule
	activation any
	budget     uint64
	cost       uint64
	running    []string
}

// variable evaluates a variable when an expression first needs it.
func (e *evaluation) variable(v namedProgram) ref.Val {
	for _, name := range e.running {
		if name == v.name {
			return types.NewErr("variable %s refers to itself", v.name)
		}
	}
	e.running = append(e.running, v.name)
	value, err := e.eval(v.program)
	e.running = e.running[:len(e.running)-1]
	if err != nil {
		text := err.Error()
		if !strings.HasPrefix(text, "variables.") {
			text = fmt.Sprintf("variables.%s: %s", v.name, text)
		}
		return types.NewErr("%s", text)
	}
	return value
}

func (e *evaluation) eval(program cel.Program) (ref.Val, error) {
	value, details, err := program.Eval(e.activation)
	if details != nil && details.ActualCost() != nil {
		e.cost += *details.ActualCost()
	} else if err != nil {
		// The cost of an expression that failed is only known if it ran out.
		e.cost += ruleCostLimit / 10
	}
	if err == nil && e.cost > e.budget {
		return nil, fmt.Errorf("operation cancelled: actual cost limit exceeded")
	}
	return value, err
}

func (e *evaluation) run() *ruleResult {
	for _, condition := range e.rule.conditions {
		value, err := e.eval(condition.program)
		if result := notABool(value, err); result != nil {
			return result
		}
		if value == types.False {
			return newRuleResult("skipped")
		}
	}
	value, err := e.eval(e.rule.expression)
	if result := notABool(value, err); result != nil {
		return result
	}
	if value == types.True {
		return newRuleResult("holds")
	}
	result := newRuleResult("broken")
	result.Message = e.message()
	for _, program := range e.rule.values {
		value, err := e.eval(program)
		native, ok := nativeOf(value, 0)
		if err != nil || !ok {
			// A fix that cannot be worked out is no fix. The finding stays.
			result.Values = nil
			break
		}
		result.Values = append(result.Values, native)
	}
	return result
}

func newRuleResult(outcome string) *ruleResult {
	return &ruleResult{Outcome: outcome, Values: []any{}, Unknown: []string{}}
}

// notABool is the result if an expression gave neither true nor false.
func notABool(value ref.Val, err error) *ruleResult {
	if unknown, ok := value.(*types.Unknown); ok && err == nil {
		result := newRuleResult("unknown")
		for _, id := range unknown.IDs() {
			trails, _ := unknown.GetAttributeTrails(id)
			for _, trail := range trails {
				result.Unknown = append(result.Unknown, trail.String())
			}
		}
		sort.Strings(result.Unknown)
		return result
	}
	if err == nil && value != types.True && value != types.False {
		err = fmt.Errorf("the result is neither true nor false")
	}
	if err == nil {
		return nil
	}
	result := newRuleResult("failed")
	result.Message = err.Error()
	return result
}

// message is empty if the expression fails, is unknown or too long, as in a ValidatingAdmissionPolicy. Then the rule's own text is used.
func (e *evaluation) message() string {
	if e.rule.message == nil {
		return ""
	}
	value, err := e.eval(e.rule.message)
	text, ok := value.(types.String)
	if err != nil || !ok || len(text) > celconfig.MaxEvaluatedMessageExpressionSizeBytes {
		return ""
	}
	return strings.TrimSpace(string(text))
}

const deepestValue = 20

// nativeOf is a value for JSON.
func nativeOf(value ref.Val, depth int) (any, bool) {
	if depth > deepestValue {
		return nil, false
	}
	switch v := value.(type) {
	case types.Bool:
		return bool(v), true
	case types.Int:
		return int64(v), true
	case types.Uint:
		return uint64(v), true
	case types.Double:
		return float64(v), true
	case types.String:
		return string(v), true
	case traits.Lister:
		list := []any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			element, ok := nativeOf(it.Next(), depth+1)
			if !ok {
				return nil, false
			}
			list = append(list, element)
		}
		return list, true
	case traits.Mapper:
		object := map[string]any{}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			name, isText := key.(types.String)
			child, ok := nativeOf(v.Get(key), depth+1)
			if !isText || !ok {
				return nil, false
			}
			object[string(name)] = child
		}
		return object, true
	}
	return nil, false
}
