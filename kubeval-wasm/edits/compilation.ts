import { type Edit, rules, structural } from './edit.ts';

const environment = 'k8s.io/apiserver/pkg/cel/environment/environment.go';
const compilation = `${structural}/cel/compilation.go`;

/** Compiles less for each rule: only the environment in use, and no worst-case cost. */
const environments: readonly Edit[] = [
  {
    file: environment,
    from: `		newExprOpts, err := e.filterAndBuildOpts(e.newExpressions, e.compatibilityVersion, true, options)
		if err != nil {
			return nil, err
		}
		p, err := e.newExpressions.Extend(newExprOpts)
		if err != nil {
			return nil, err
		}
`,
    to: '',
    why: 'the environment for new rules: all of our rules count as stored',
  },
  { file: environment, from: 'newExpressions: p,', to: 'newExpressions: s,', why: 'as above' },
  {
    file: compilation,
    from: `	optionalOldSelfEnvSet, err = baseEnvSet.Extend(`,
    to: `	if !usesOptionalOldSelf {
		return oldSelfEnvSet, nil, nil
	}
	optionalOldSelfEnvSet, err = baseEnvSet.Extend(`,
    why: 'an environment for rules with optionalOldSelf, which are rare',
  },
  {
    file: compilation,
    from: 'func prepareEnvSet(baseEnvSet *environment.EnvSet, declType *apiservercel.DeclType) (',
    to: 'func prepareEnvSet(baseEnvSet *environment.EnvSet, declType *apiservercel.DeclType, usesOptionalOldSelf bool) (',
    why: 'as above',
  },
  {
    file: compilation,
    from: '	oldSelfEnvSet, optionalOldSelfEnvSet, err := prepareEnvSet(baseEnvSet, declType)',
    to: `	usesOptionalOldSelf := false
	for _, rule := range celRules {
		if rule.OptionalOldSelf != nil && *rule.OptionalOldSelf {
			usesOptionalOldSelf = true
		}
	}
	oldSelfEnvSet, optionalOldSelfEnvSet, err := prepareEnvSet(baseEnvSet, declType, usesOptionalOldSelf)`,
    why: 'as above',
  },
  {
    file: compilation,
    from: `	costEst, err := ruleEnv.EstimateCost(ast, estimator)
	if err != nil {
		compilationResult.Error = &apiservercel.Error{Type: apiservercel.ErrorTypeInternal, Detail: "cost estimation failed: " + err.Error()}
		return
	}
	compilationResult.MaxCost = costEst.Max
`,
    to: '',
    why: 'the worst-case cost, which the server needs only when somebody writes a definition',
  },
  {
    file: compilation,
    from: `		costEst, err := messageEnv.EstimateCost(ast, estimator)
		if err != nil {
			compilationResult.MessageExpressionError = &apiservercel.Error{Type: apiservercel.ErrorTypeInternal, Detail: "cost estimation failed for messageExpression: " + err.Error()}
			return
		}
`,
    to: '',
    why: 'as above',
  },
  { file: compilation, from: 'compilationResult.MessageExpressionMaxCost = costEst.Max', to: '', why: 'as above' },
  {
    file: compilation,
    from: 'return fmt.Sprintf("selfType%d", time.Now().Nanosecond())',
    to: 'return "selfType"',
    why: 'the same messages each time',
  },
  {
    file: compilation,
    from: '	"fmt"\n',
    to: '',
    why: 'as above',
  },
];

/** Compiles fewer rules. */
const laziness: readonly Edit[] = [
  {
    file: rules,
    from: '	compiledRules, err := Compile(&compilationSchema, declType, perCallLimit, environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()), StoredExpressionsEnvLoader())\n',
    to: '',
    why: 'compiling all rules of a schema, although an object uses only some',
  },
  {
    file: rules,
    from: 'if len(compiledRules) > 0 || err != nil || itemsValidator',
    to: 'if len(validationSchema.XValidations) > 0 || itemsValidator',
    why: 'as above',
  },
  {
    file: rules,
    from: `		activationFactory := validationActivationWithoutOldSelf
		for _, rule := range compiledRules {
			if rule.UsesOldSelf {
				activationFactory = validationActivationWithOldSelf
				break
			}
		}

`,
    to: '',
    why: 'as above',
  },
  {
    file: rules,
    from: '			compiledRules:        compiledRules,\n',
    to: '			lazy:                 &lazyRules{schema: &compilationSchema, declType: declType, perCallLimit: perCallLimit},\n',
    why: 'as above',
  },
  { file: rules, from: '			compilationErr:       err,\n', to: '', why: 'as above' },
  { file: rules, from: '			celActivationFactory: activationFactory,\n', to: '', why: 'as above' },
  {
    file: rules,
    from: '	if s.compilationErr != nil {',
    to: `	s.lazy.compile()
	s.compiledRules, s.compilationErr, s.celActivationFactory = s.lazy.rules, s.lazy.err, s.lazy.activationFactory
	if s.compilationErr != nil {`,
    why: 'as above',
  },
  {
    file: rules,
    from: '	compiledRules   []CompilationResult\n',
    to: '	compiledRules   []CompilationResult\n	lazy            *lazyRules\n',
    why: 'as above',
  },
  {
    file: rules,
    from: 'type options struct {',
    to: `// lazyRules are the rules of one node, which are compiled when an object first gets there.
type lazyRules struct {
	schema            *schema.Structural
	declType          *cel.DeclType
	perCallLimit      uint64
	compiled          bool
	rules             []CompilationResult
	err               error
	activationFactory func(sts *schema.Structural, obj, oldObj interface{}) (interpreter.Activation, interpreter.Activation)
}

func (l *lazyRules) compile() {
	if l.compiled {
		return
	}
	l.compiled = true
	l.rules, l.err = Compile(l.schema, l.declType, l.perCallLimit, environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()), StoredExpressionsEnvLoader())
	l.activationFactory = validationActivationWithoutOldSelf
	for _, rule := range l.rules {
		if rule.UsesOldSelf {
			l.activationFactory = validationActivationWithOldSelf
			break
		}
	}
}

type options struct {`,
    why: 'as above',
  },
];

export const compilationEdits: readonly Edit[] = [...environments, ...laziness];
