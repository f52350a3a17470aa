import { type Edit, structural } from './edit.ts';

const program = 'github.com/google/cel-go/cel/program.go';

/** Caches values that the server creates again each time. */
export const cacheEdits: readonly Edit[] = [
  {
    file: program,
    from: '	disp := interpreter.NewDispatcher()\n',
    to: `	shared, sharedErr := sharedDispatcher(e.functions)
	if sharedErr != nil {
		return nil, sharedErr
	}
	disp := interpreter.ExtendDispatcher(shared)
`,
    why: 'a table of all functions for every rule: 40% of compiling',
  },
  {
    file: program,
    from: `	// Add the function bindings created via Function() options.
	for _, fn := range e.functions {
		bindings, err := fn.Bindings()
		if err != nil {
			return nil, err
		}
		err = disp.Add(bindings...)
		if err != nil {
			return nil, err
		}
	}
`,
    to: '',
    why: 'as above',
  },
  {
    file: program,
    from: 'func newProgram(',
    to: `var (
	lastFunctions  map[string]*decls.FunctionDecl
	lastDispatcher interpreter.Dispatcher
)

// sharedDispatcher gives the bindings of the functions, the same as last time where the functions are.
func sharedDispatcher(functions map[string]*decls.FunctionDecl) (interpreter.Dispatcher, error) {
	if lastDispatcher != nil && maps.Equal(lastFunctions, functions) {
		return lastDispatcher, nil
	}
	disp := interpreter.NewDispatcher()
	for _, fn := range functions {
		bindings, err := fn.Bindings()
		if err != nil {
			return nil, err
		}
		if err := disp.Add(bindings...); err != nil {
			return nil, err
		}
	}
	lastFunctions, lastDispatcher = maps.Clone(functions), disp
	return disp, nil
}

func newProgram(`,
    why: 'as above',
  },
  {
    file: program,
    from: 'import (\n',
    to: 'import (\n	"maps"\n\n	"github.com/google/cel-go/common/decls"\n',
    why: 'as above',
  },
  {
    file: `${structural}/cel/model/adaptor.go`,
    from: `	res := make(map[string]common.Schema, len(s.Structural.Properties))
`,
    to: `	if cached, ok := properties[s.Structural]; ok {
		return cached
	}
	res := make(map[string]common.Schema, len(s.Structural.Properties))
	properties[s.Structural] = res
`,
    why: 'a map that is created again for every object and every rule',
  },
  {
    file: `${structural}/cel/model/adaptor.go`,
    from: 'type Structural struct {',
    to: `// properties holds what Properties gave for a schema, which is never changed; there is one thread only.
var properties = map[*schema.Structural]map[string]common.Schema{}

type Structural struct {`,
    why: 'as above',
  },
  {
    file: `${structural}/cel/model/schemas.go`,
    from: `	result := &schema.Structural{
		AdditionalProperties: s.AdditionalProperties,`,
    to: `	if cached, ok := withTypeAndObjectMeta[s]; ok {
		return cached
	}
	result := &schema.Structural{
		AdditionalProperties: s.AdditionalProperties,`,
    why: 'a schema that is created again for every object; cached properties also need one that stays',
  },
  {
    file: `${structural}/cel/model/schemas.go`,
    from: `	result.Properties = props

	return result
}`,
    to: `	result.Properties = props
	withTypeAndObjectMeta[s] = result

	return result
}

// withTypeAndObjectMeta holds what WithTypeAndObjectMeta made of a schema; there is one thread only.
var withTypeAndObjectMeta = map[*schema.Structural]*schema.Structural{}`,
    why: 'as above',
  },
  {
    file: program,
    from: `		trackerFactory := func() (*interpreter.CostTracker, error) {
			return interpreter.NewCostTracker(p.callCostEstimator, costOpts...)
		}
`,
    to: `		var first *interpreter.CostTracker
		trackerFactory := func() (*interpreter.CostTracker, error) {
			if first == nil {
				tracker, err := interpreter.NewCostTracker(p.callCostEstimator, costOpts...)
				if err != nil {
					return nil, err
				}
				first = tracker
			}
			return first.Fresh(), nil
		}
`,
    why: 'a table of the costs of all functions for every evaluation: 8% of a verdict',
  },
  {
    file: 'github.com/google/cel-go/interpreter/runtimecost.go',
    from: '// ActualCost returns the runtime cost\n',
    to: `// Fresh gives a tracker with the same options, which has tracked nothing yet.
func (c *CostTracker) Fresh() *CostTracker {
	return &CostTracker{Estimator: c.Estimator, overloadTrackers: c.overloadTrackers, Limit: c.Limit, presenceTestHasCost: c.presenceTestHasCost}
}

// ActualCost returns the runtime cost
`,
    why: 'as above',
  },
  {
    file: 'github.com/google/cel-go/interpreter/runtimecost.go',
    from: 'func asCostTracker(vars Activation) (*CostTracker, bool) {\n',
    to: `func asCostTracker(vars Activation) (*CostTracker, bool) {
	if tracking, ok := vars.(costTrackActivation); ok {
		return tracking.costTracker, true
	}
`,
    why: 'a search for an interface at every step of every rule',
  },
];
