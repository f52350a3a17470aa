import { type Edit, machinery, openapi, rules, structural } from './edit.ts';

const objectValidator = `${openapi}/validate/object_validator.go`;
const listType = `${structural}/listtype/validation.go`;
const objectMeta = `${structural}/objectmeta`;
const labels = `${machinery}/apis/meta/v1/validation/validation.go`;
const annotations = `${machinery}/api/validation/objectmeta.go`;
const each = `${machinery}/api/validate/each.go`;
const values = 'k8s.io/apiserver/pkg/cel/common/valuesunstructured.go';

/** Go's maps have a random order, which the causes and messages would have, too. Any order is one that the server may use. */
export const orderEdits: readonly Edit[] = [
  ...[
    objectValidator,
    rules,
    listType,
    `${objectMeta}/algorithm.go`,
    `${objectMeta}/validation.go`,
    labels,
    annotations,
    each,
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
    why: 'order of known properties; it also copies only the schemas that are needed',
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
    [each, 'for key, val := range newMap {'],
    [each, 'for key := range newMap {'],
  ].map(([file, from]) => ({
    file: file!,
    from: from!,
    to: from!.replace(/range (\w+)/, 'range order.Sorted($1)'),
    why: 'order of causes',
  })),
  {
    file: values,
    from: 'for key, value := range t.value {\n		if _, ok := t.propSchema(key); ok {\n			v, found',
    to: 'for key, value := range order.Sorted(t.value) {\n		if _, ok := t.propSchema(key); ok {\n			v, found',
    why: 'whether two objects differ or cannot be compared, if both are true',
  },
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
    why: 'which of several matching keys a rule names in its message',
  },
];
