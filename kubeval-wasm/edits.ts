/** A change to the vendored Go modules; each is applied exactly once, or the build fails. */
export type Edit =
  | { readonly remove: string; readonly why: string }
  | { readonly file: string; readonly from: string; readonly to: string; readonly why: string }
  /** The package at that path is what stands in go-stubs/ under the same path. */
  | { readonly stub: string; readonly why: string };

const http = 'constants of net/http, without its TLS';
const openapi = 'k8s.io/kube-openapi/pkg/validation';
const structural = 'k8s.io/apiextensions-apiserver/pkg/apiserver/schema';
const mergeValue = 'sigs.k8s.io/structured-merge-diff/v6/value/value.go';
const machinery = 'k8s.io/apimachinery/pkg';

/** Parts of the API server that never run here, or would bring in what never does. None changes a verdict. */
const cuts: readonly Edit[] = [
  { stub: 'k8s.io/component-base/metrics', why: 'Prometheus, OpenTelemetry' },
  { stub: 'k8s.io/component-base/metrics/legacyregistry', why: 'Prometheus' },
  { stub: 'k8s.io/component-base/cli/flag', why: 'cobra, and by it text/template' },
  { stub: 'github.com/spf13/pflag', why: 'flags' },
  { stub: `${machinery}/util/net`, why: 'net/http' },
  { stub: `${machinery}/runtime/serializer/cbor/direct`, why: 'CBOR' },
  ...['util/runtime/runtime.go', 'api/errors/errors.go'].map((file) => ({
    file: `${machinery}/${file}`,
    from: '"net/http"',
    to: '"kubeval-wasm/stubs/http"',
    why: http,
  })),
  {
    file: 'k8s.io/apiserver/pkg/authorization/authorizer/interfaces.go',
    from: '"net/http"',
    to: '"kubeval-wasm/stubs/http"',
    why: http,
  },
  {
    remove: 'github.com/google/cel-go/cel/prompt.go',
    why: 'text/template, which keeps every exported method of every type',
  },
  { remove: 'github.com/go-openapi/swag/loading.go', why: 'net/http' },
  { remove: 'github.com/go-openapi/swag/yaml.go', why: 'it needs loading.go' },
  { remove: `${machinery}/runtime/swagger_doc_generator.go`, why: 'go/doc, go/parser' },
  { remove: `${machinery}/runtime/zz_generated.model_name.go`, why: 'it needs swagger_doc_generator.go' },
  { remove: `${openapi}/spec/gnostic.go`, why: 'gnostic' },
  {
    file: mergeValue,
    from: '	jsoniter "github.com/json-iterator/go"\n',
    to: '	"encoding/json"\n',
    why: 'json-iterator',
  },
  {
    file: mergeValue,
    from: `var (
	readPool  = jsoniter.NewIterator(jsoniter.ConfigCompatibleWithStandardLibrary).Pool()
	writePool = jsoniter.NewStream(jsoniter.ConfigCompatibleWithStandardLibrary, nil, 1024).Pool()
)
`,
    to: '',
    why: 'as above',
  },
  {
    file: mergeValue,
    from: `	iter := readPool.BorrowIterator(input)
	defer readPool.ReturnIterator(iter)
	return readJSONIter(iter)
}`,
    to: `	var v interface{}
	if err := json.Unmarshal(input, &v); err != nil {
		return nil, err
	}
	return NewValueInterface(v), nil
}`,
    why: 'as above; only server-side apply reads and writes so',
  },
  {
    file: mergeValue,
    from: `	buf := bytes.Buffer{}
	stream := writePool.BorrowStream(&buf)
	defer writePool.ReturnStream(stream)
	writeJSONStream(v, stream)
	b := stream.Buffer()
	err := stream.Flush()
	// Help jsoniter manage its buffers--without this, the next
	// use of the stream is likely to require an allocation. Look
	// at the jsoniter stream code to understand why. They were probably
	// optimizing for folks using the buffer directly.
	stream.SetBuffer(b[:0])
	return buf.Bytes(), err
}

// readJSONIter reads a Value from a JSON iterator.
// DO NOT EXPORT
// TODO: eliminate this https://github.com/kubernetes-sigs/structured-merge-diff/issues/202
func readJSONIter(iter *jsoniter.Iterator) (Value, error) {
	v := iter.Read()
	if iter.Error != nil && iter.Error != io.EOF {
		return nil, iter.Error
	}
	return NewValueInterface(v), nil
}

// writeJSONStream writes a value into a JSON stream.
// DO NOT EXPORT
// TODO: eliminate this https://github.com/kubernetes-sigs/structured-merge-diff/issues/202
func writeJSONStream(v Value, stream *jsoniter.Stream) {
	stream.WriteVal(v.Unstructured())
}`,
    to: `	return json.Marshal(v.Unstructured())
}`,
    why: 'as above',
  },
  { file: mergeValue, from: '	"bytes"\n', to: '', why: 'as above' },
  { file: mergeValue, from: '	"io"\n', to: '', why: 'as above' },
  {
    file: 'k8s.io/kube-openapi/pkg/internal/flags.go',
    from: 'var UseOptimizedJSONUnmarshaling bool = true',
    to: 'const UseOptimizedJSONUnmarshaling = false',
    why: 'a second JSON library',
  },
  {
    file: 'k8s.io/kube-openapi/pkg/internal/flags.go',
    from: 'var UseOptimizedJSONMarshaling bool = true',
    to: 'const UseOptimizedJSONMarshaling = false',
    why: 'a second JSON library',
  },
];

/**
 * Protocol buffers of the API types, which nothing reads or writes here. Those of apimachinery stay, for other files
 * call them; they are dropped by the linker once protobuf's own library no longer looks for such methods.
 */
const protobuf: readonly Edit[] = [
  ...['scheduling/v1', 'policy/v1', 'storage/v1', 'rbac/v1', 'autoscaling/v2', 'apps/v1', 'batch/v1', 'core/v1'].map(
    (path) => ({ remove: `k8s.io/api/${path}/generated.pb.go`, why: 'protobuf' }),
  ),
  { remove: 'k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/generated.pb.go', why: 'protobuf' },
  {
    file: 'google.golang.org/protobuf/internal/impl/legacy_message.go',
    from: 'type legacyMarshaler interface {',
    to: 'type legacyMarshaler interface {\n\tnotHere()',
    why: 'an interface that keeps the method of every API type',
  },
  {
    file: 'google.golang.org/protobuf/internal/impl/legacy_message.go',
    from: 'type legacyUnmarshaler interface {',
    to: 'type legacyUnmarshaler interface {\n\tnotHere()',
    why: 'an interface that keeps the method of every API type',
  },
];

const objectValidator = `${openapi}/validate/object_validator.go`;
const rules = `${structural}/cel/validation.go`;
const listType = `${structural}/listtype/validation.go`;
const objectMeta = `${structural}/objectmeta`;
const labels = `${machinery}/apis/meta/v1/validation/validation.go`;
const annotations = `${machinery}/api/validation/objectmeta.go`;
const values = 'k8s.io/apiserver/pkg/cel/common/valuesunstructured.go';

/** Go's maps have a random order, and by it causes and messages had; any order is one that the server may have. */
const order: readonly Edit[] = [
  ...[
    objectValidator,
    rules,
    listType,
    `${objectMeta}/algorithm.go`,
    `${objectMeta}/validation.go`,
    labels,
    annotations,
    values,
  ].map((file) => ({ file, from: 'import (\n', to: 'import (\n\t"kubeval-wasm/stubs/order"\n', why: 'package order' })),
  {
    file: objectValidator,
    from: '	res := new(Result)\n\n	if o.MinProperties',
    to: '	res := new(Result)\n	keys := order.Keys(val)\n\n	if o.MinProperties',
    why: 'order of additional and of known properties',
  },
  { file: objectValidator, from: 'for k := range val {', to: 'for _, k := range keys {', why: 'order of properties' },
  {
    file: objectValidator,
    from: 'for key, value := range val {\n			_, regularProperty',
    to: 'for _, key := range keys {\n			value := val[key]\n			_, regularProperty',
    why: 'order of additional properties',
  },
  {
    file: objectValidator,
    from: 'for pName, pSchema := range o.Properties {',
    to: 'for _, pName := range keys {\n		pSchema, ok := o.Properties[pName]\n		if !ok {\n			continue\n		}',
    why: 'order of known properties; and it copies only the schemas that are needed',
  },
  ...[
    [rules, 'for k, v := range obj {\n			var oldV'],
    [rules, 'for k, v := range obj {\n			sub, ok'],
    [listType, 'for k, v := range obj {\n			errs ='],
    [listType, 'for k, v := range obj {\n			if sub'],
    [`${objectMeta}/algorithm.go`, 'for k, v := range x {\n			if s.XEmbeddedResource'],
    [`${objectMeta}/validation.go`, 'for k, v := range x {\n			prop, ok'],
    [`${objectMeta}/validation.go`, 'for k, v := range x {\n		switch k'],
    [labels, 'for k, v := range labels {'],
  ].map(([file, from]) => ({
    file: file!,
    from: from!,
    to: from!.replace(/range (\w+)/, 'range order.Sorted($1)'),
    why: 'order of causes',
  })),
  {
    file: annotations,
    from: 'for k := range annotations {',
    to: 'for _, k := range order.Keys(annotations) {',
    why: 'order of causes',
  },
  {
    file: values,
    from: 'for k := range t.value {\n		if _, ok := t.propSchema(k)',
    to: 'for _, k := range order.Keys(t.value) {\n		if _, ok := t.propSchema(k)',
    why: 'which key a rule that is true or false of many names in its message',
  },
];

const environment = 'k8s.io/apiserver/pkg/cel/environment/environment.go';
const compilation = `${structural}/cel/compilation.go`;

/** What the server does for other reasons than a verdict, or over and over: start and throughput. */
const speed: readonly Edit[] = [
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
    why: 'the environment for rules that are being written: ours are all stored ones',
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
    why: 'the worst case, which is asked for only when a definition is written',
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
    why: 'a map that is made anew for every object and every rule',
  },
  {
    file: `${structural}/cel/model/adaptor.go`,
    from: 'type Structural struct {',
    to: `// properties holds what Properties gave for a schema, which is never changed; there is one thread only.
var properties = map[*schema.Structural]map[string]common.Schema{}

type Structural struct {`,
    why: 'as above',
  },
];

const program = 'github.com/google/cel-go/cel/program.go';

/** What the server makes anew each time, made once. */
const memo: readonly Edit[] = [
  {
    file: program,
    from: '	disp := interpreter.NewDispatcher()\n',
    to: `	shared, sharedErr := sharedDispatcher(e.functions)
	if sharedErr != nil {
		return nil, sharedErr
	}
	disp := interpreter.ExtendDispatcher(shared)
`,
    why: 'a table of all functions for every rule: 40 % of compiling',
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
    file: rules,
    from: '	compiledRules, err := Compile(&compilationSchema, declType, perCallLimit, environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()), StoredExpressionsEnvLoader())\n',
    to: '',
    why: 'compiling all rules of a schema, where an object visits but some',
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
  {
    file: `${structural}/cel/model/schemas.go`,
    from: `	result := &schema.Structural{
		AdditionalProperties: s.AdditionalProperties,`,
    to: `	if cached, ok := withTypeAndObjectMeta[s]; ok {
		return cached
	}
	result := &schema.Structural{
		AdditionalProperties: s.AdditionalProperties,`,
    why: 'a schema that is made anew for every object; and cached properties need one that stays',
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
];

export const edits: readonly Edit[] = [...cuts, ...protobuf, ...order, ...speed, ...memo];
