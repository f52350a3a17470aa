import { type Edit, openapi, rules } from './edit.ts';

const schemaValidator = `${openapi}/validate/schema.go`;
const objectValidator = `${openapi}/validate/object_validator.go`;

/** Content that many objects have in common is checked once: go-stubs/known. */
export const knownEdits: readonly Edit[] = [
  ...[schemaValidator, rules].map((file) => ({
    file,
    from: 'import (\n',
    to: 'import (\n\t"kubeval-wasm/stubs/known"\n',
    why: 'package known',
  })),
  ...['NewValidatorForField(field string', 'NewValidatorForIndex(index int'].map((name) => ({
    file: schemaValidator,
    from: `${name}, schema *spec.Schema, rootSchema interface{}, root string, formats strfmt.Registry, opts ...Option) ValueValidator {
	return NewSchemaValidator(schema, rootSchema, root, formats, opts...)
}`,
    to: `${name}, schema *spec.Schema, rootSchema interface{}, root string, formats strfmt.Registry, opts ...Option) ValueValidator {
	return &knowingValidator{schema, rootSchema, root, formats, opts}
}`,
    why: 'a value that is known to be valid need not be validated again',
  })),
  {
    file: schemaValidator,
    from: '// SetPath sets the path for this schema validator\n',
    to: `// knowingValidator validates a field or an item whose value is not known to be valid.
type knowingValidator struct {
	schema     *spec.Schema
	rootSchema interface{}
	path       string
	formats    strfmt.Registry
	options    []Option
}

func (k *knowingValidator) SetPath(path string) {
	k.path = path
}

func (k *knowingValidator) Applies(source interface{}, _ reflect.Kind) bool {
	_, ok := source.(*spec.Schema)
	return ok
}

func (k *knowingValidator) Validate(data interface{}) *Result {
	if count, ok := known.Passed(k.schema, data); ok {
		return &Result{MatchCount: int(count)}
	}
	result := NewSchemaValidator(k.schema, k.rootSchema, k.path, k.formats, k.options...).Validate(data)
	if len(result.Errors) == 0 && len(result.Warnings) == 0 {
		known.Pass(k.schema, data, int64(result.MatchCount))
	}
	return result
}

// propertiesOf holds pointers to the schemas of properties, which are never changed; there is one thread only.
var propertiesOf = map[uintptr]map[string]*spec.Schema{}

// propertyOf gives the schema of a property, the same pointer each time.
func propertyOf(properties map[string]spec.Schema, name string) (*spec.Schema, bool) {
	at := reflect.ValueOf(properties).Pointer()
	pointers := propertiesOf[at]
	if pointers == nil {
		pointers = make(map[string]*spec.Schema, len(properties))
		for name, schema := range properties {
			pointers[name] = &schema
		}
		propertiesOf[at] = pointers
	}
	schema, ok := pointers[name]
	return schema, ok
}

// SetPath sets the path for this schema validator
`,
    why: 'as above',
  },
  {
    file: objectValidator,
    from: '		pSchema, ok := o.Properties[pName]\n',
    to: '		pSchema, ok := propertyOf(o.Properties, pName)\n',
    why: 'a schema is identified by its address, and is not copied for each value',
  },
  { file: objectValidator, from: '(pName, &pSchema, o.Root', to: '(pName, pSchema, o.Root', why: 'as above' },
  {
    file: rules,
    from: 'func (s *Validator) validate(ctx context.Context, fldPath *field.Path, obj, oldObj interface{}, correlation ratchetingOptions, costBudget int64) (errs field.ErrorList, remainingBudget int64) {\n',
    to: `func (s *Validator) validate(ctx context.Context, fldPath *field.Path, obj, oldObj interface{}, correlation ratchetingOptions, costBudget int64) (errs field.ErrorList, remainingBudget int64) {
	if s == nil || obj == nil || oldObj != nil || correlation != (ratchetingOptions{}) {
		return s.validateAnew(ctx, fldPath, obj, oldObj, correlation, costBudget)
	}
	// Copies of a validator share its rules.
	if cost, ok := known.Passed(s.lazy, obj); ok && cost < costBudget {
		return nil, costBudget - cost
	}
	errs, remainingBudget = s.validateAnew(ctx, fldPath, obj, oldObj, correlation, costBudget)
	if len(errs) == 0 && remainingBudget >= 0 {
		known.Pass(s.lazy, obj, costBudget-remainingBudget)
	}
	return errs, remainingBudget
}

func (s *Validator) validateAnew(ctx context.Context, fldPath *field.Path, obj, oldObj interface{}, correlation ratchetingOptions, costBudget int64) (errs field.ErrorList, remainingBudget int64) {
`,
    why: 'a value that is known to break no rule need not be checked again',
  },
];
