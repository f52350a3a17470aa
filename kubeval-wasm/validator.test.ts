import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { leading } from '../test/extent.ts';
import { startInstance } from './instance.ts';
import { type CustomResourceDefinition, KubevalError, load, shipped, type Validator } from './validator.ts';
import { compileModule } from './web-assembly.ts';

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      required: ['size'],
      properties: {
        size: { type: 'integer', maximum: 10 },
        colour: { type: 'string', enum: ['red', 'blue'], default: 'red' },
        kind: {
          type: 'string',
          'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'kind is immutable' }],
        },
        parts: {
          type: 'array',
          items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
        },
        tags: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
        even: {
          type: 'integer',
          'x-kubernetes-validations': [{ rule: 'self % 2 == 0', messageExpression: '"%d is odd".format([self])' }],
        },
      },
    },
    status: { type: 'object', properties: { ready: { type: 'boolean' } } },
  },
};

const crd = {
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
      { name: 'v1beta1', served: true, storage: false, deprecated: true, schema: { openAPIV3Schema: schema } },
    ],
  },
} satisfies CustomResourceDefinition;

const widget = (spec: object, rest: object = {}): string =>
  JSON.stringify({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' }, ...rest, spec });

let validator: Validator;
beforeAll(async () => {
  validator = await load();
});

describe('a custom kind', () => {
  test('is accepted with its defaults', () => {
    expect(validator.validate({ crd, text: widget({ size: 1 }) })).toEqual({
      operation: 'create',
      checked: 'everything',
      strict: null,
      lenient: null,
      warnings: [],
      pruned: [],
      cost: 0,
      defaulted: {
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        metadata: { name: 'w', namespace: 'default' },
        spec: { size: 1, colour: 'red' },
      },
    });
  });

  const skipped =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  test.each([
    ['bound', { size: 11 }, [['spec.size', 'FieldValueInvalid']]],
    [
      'enum',
      { size: 1, colour: 'green' },
      [
        ['spec.colour', 'FieldValueNotSupported'],
        ['<nil>', skipped],
      ],
    ],
    [
      'required',
      {},
      [
        ['spec.size', 'FieldValueRequired'],
        ['<nil>', skipped],
      ],
    ],
    ['set', { size: 1, tags: ['a', 'a'] }, [['spec.tags[1]', 'FieldValueDuplicate']]],
    ['map', { size: 1, parts: [{ name: 'a' }, { name: 'a' }] }, [['spec.parts[1]', 'FieldValueDuplicate']]],
    ['rule', { size: 1, even: 3 }, [['spec.even', '3 is odd']]],
  ])('is refused: %s', (_, spec, expected) => {
    const { strict, lenient } = validator.validate({ crd, text: widget(spec) });
    expect(strict).toEqual(lenient);
    expect(strict).toMatchObject({ code: 422, reason: 'Invalid' });
    expect(strict!.causes.map(({ field }) => field)).toEqual(expected.map(([field]) => field));
    for (const [index, [, reason]] of expected.entries())
      expect(`${strict!.causes[index]!.reason} ${strict!.causes[index]!.message}`).toContain(reason);
  });

  test('with an unknown field and a duplicate key is rejected strictly, and pruned with warnings otherwise', () => {
    const text = widget({ size: 1, sise: 2 }).replace('"size"', '"size":3,"size"');
    const verdict = validator.validate({ crd, text });
    expect(verdict.strict).toMatchObject({ code: 400, reason: 'BadRequest' });
    expect(verdict.lenient).toBeNull();
    expect(verdict.warnings).toEqual(['duplicate field "spec.size"', 'unknown field "spec.sise"']);
    expect(verdict.pruned).toEqual(['spec.sise']);
    expect(verdict.defaulted).toMatchObject({ spec: { size: 1 } });
  });

  test('keeps integers that JavaScript would round', () => {
    const text = widget({ size: 1 }).replace('"size":1', '"size":9223372036854775807');
    expect(validator.validate({ crd, text }).strict?.message).toContain('Invalid value: 9223372036854775807');
  });

  test('in YAML is read as the server reads it', () => {
    const text = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\nspec: {size: 010}';
    expect(validator.validate({ crd, text, format: 'yaml' }).defaulted).toMatchObject({ spec: { size: 8 } });
  });

  test('loses a status that is created with it', () => {
    const text = widget({ size: 1 }, { status: { ready: true } });
    expect(validator.validate({ crd, text }).defaulted).not.toHaveProperty('status');
  });

  test('in a deprecated version gets a warning', () => {
    const text = widget({ size: 1 }).replace('/v1', '/v1beta1');
    expect(validator.validate({ crd, text }).warnings).toEqual([
      'example.com/v1beta1 Widget is deprecated; use example.com/v1 Widget',
    ]);
  });

  test('at the endpoint of another version is rejected', () => {
    const text = widget({ size: 1 });
    expect(validator.validate({ crd, text, version: 'v1beta1' }).strict).toMatchObject({ code: 400 });
  });

  test('that is larger than a request may be is rejected', () => {
    const text = widget({ size: 1, kind: 'x'.repeat(4_000_000) });
    expect(validator.validate({ crd, text }).strict).toMatchObject({ code: 413, reason: 'RequestEntityTooLarge' });
  });
});

describe('an update', () => {
  test('is checked by transition rules', () => {
    const verdict = validator.validate({
      crd,
      text: widget({ size: 1, kind: 'b' }),
      oldText: widget({ size: 1, kind: 'a' }),
    });
    expect(verdict.operation).toBe('update');
    expect(verdict.strict?.causes).toEqual([
      { field: 'spec.kind', reason: 'FieldValueInvalid', message: 'Invalid value: "b": kind is immutable' },
    ]);
  });

  test('may keep an existing mistake, with a warning', () => {
    const verdict = validator.validate({
      crd,
      text: widget({ size: 2, even: 3 }),
      oldText: widget({ size: 1, even: 3 }),
    });
    expect(verdict.strict).toBeNull();
    expect(verdict.warnings).toEqual(['spec.even: Invalid value: 3: 3 is odd']);
  });

  test('of an object that no server can have stored is a creation', () => {
    expect(validator.validate({ crd, text: widget({ size: 1 }), oldText: 'a: {{ b }}' }).operation).toBe('create');
  });
});

describe('a built-in kind', () => {
  const builtin = { apiVersion: 'apps/v1', kind: 'Deployment' };

  test.each([
    ['{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replicas":"3"}}', 'cannot unmarshal string'],
    ['{"apiVersion":"apps/v1","kind":"Deployment","spec":{"replica":3}}', 'unknown field "spec.replica"'],
    ['{"apiVersion":"v1","kind":"Pod"}', 'cannot be handled as a Deployment'],
    [
      '{"apiVersion":"apps/v1beta1","kind":"Deployment"}',
      'no kind "Deployment" is registered for version "apps/v1beta1"',
    ],
  ])('is refused: %s', (text, message) => {
    const verdict = validator.validate({ builtin, text });
    expect(verdict.checked).toBe('everything');
    expect(verdict.strict).toMatchObject({ code: 400, message: expect.stringContaining(message) });
  });

  const labels = { app: 'd' };
  const spec = {
    replicas: 3,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'd', image: 'd' }] } },
  };
  const textOf = (changes: object) =>
    JSON.stringify({ ...builtin, metadata: { name: 'd' }, spec: { ...spec, ...changes } });

  test('gets its defaults', () => {
    const { strict, defaulted } = validator.validate({ builtin, text: textOf({}) });
    expect(strict).toBeNull();
    expect(defaulted).toMatchObject({ spec: { replicas: 3, strategy: { type: 'RollingUpdate' } } });
  });

  test('is validated', () => {
    const text = textOf({ replicas: -1, selector: { matchLabels: { app: 'other' } } });
    expect(validator.validate({ builtin, text }).strict?.causes.map(({ field }) => field)).toEqual([
      'spec.replicas',
      'spec.template.metadata.labels',
    ]);
  });

  test('is compared with the previous object', () => {
    const old = { app: 'old' };
    const template = { ...spec.template, metadata: { labels: old } };
    const oldText = textOf({ selector: { matchLabels: old }, template });
    const verdict = validator.validate({ builtin, text: textOf({}), oldText });
    expect(verdict.operation).toBe('update');
    expect(verdict.strict?.message).toContain('spec.selector');
    expect(verdict.strict?.message).toContain('field is immutable');
  });

  test('of a kind that is rarely used with Karpenter is only decoded', () => {
    const text = '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"BAD"}}';
    const verdict = validator.validate({ builtin: { apiVersion: 'v1', kind: 'Secret' }, text });
    expect(verdict).toMatchObject({ checked: 'decoding', strict: null });
  });

  test('is one of the known ones', () => {
    expect(validator.builtinKinds()).toContain('policy/v1 PodDisruptionBudget');
    expect(() => validator.validate({ builtin: { apiVersion: 'apps/v2', kind: 'Deployment' }, text: '{}' })).toThrow(
      KubevalError,
    );
  });
});

describe('the program', () => {
  test('has the recorded digest', async () => {
    const { code, memory } = shipped();
    const digest = createHash('sha256')
      .update(await code)
      .update(await memory)
      .digest('hex');
    expect(`${digest}\n`).toBe(readFileSync(new URL('kubeval.wasm.sha256', import.meta.url), 'utf8'));
  });

  test.each(['', 'null', '[]', '{', '{{ .Values.x }}', '\ud800', '{"kind":1}'])('has an answer to %j', (text) => {
    expect(validator.validate({ crd, text }).strict).toMatchObject({ code: 400 });
  });

  test('catches a panic', async () => {
    const { code, memory } = shipped();
    const { exports } = startInstance(await compileModule(await code), await memory);
    const answer = exports.validateCustom(-5, 'v1', '{}', 'json', undefined, undefined, false, undefined);
    expect(JSON.parse(answer)).toEqual({ error: expect.stringContaining('index out of range'), panic: true });
    expect(JSON.parse(exports.builtinKinds()).value).toContain('apps/v1 Deployment');
  });

  test('gives the same verdict for known and new content', async () => {
    const known = await load();
    known.validate({ crd, text: widget({ size: 2, even: 2, tags: ['a'] }) });
    const texts = [
      widget({ size: 3, even: 2, tags: ['a', 'a'] }),
      widget({ size: 2, even: 2, tags: ['a'] }, { metadata: { name: 'other' } }),
      widget({ size: 2, even: 3, tags: ['a'] }),
      widget({ size: 2, even: '2', tags: 'a' }),
    ];
    for (const costBudget of leading([undefined, 2, 1, 0]))
      for (const oldText of [undefined, texts[1]!.replace('other', 'w')])
        for (const text of texts) {
          validator.restart();
          const request = { crd, text, oldText, ...(costBudget !== undefined && { costBudget }) };
          expect(known.validate(request)).toEqual(validator.validate(request));
        }
  });

  test('starts a new program after a stack overflow', () => {
    const text = widget({ size: 1, nested: 'x' }).replace('"x"', `${'['.repeat(9_980)}${']'.repeat(9_980)}`);
    // The host decides whether the stack is large enough. The next verdict must be right.
    try {
      validator.validate({ crd, text });
    } catch (error) {
      expect(error).toBeInstanceOf(KubevalError);
    }
    expect(validator.validate({ crd, text: widget({ size: 11 }) }).strict).toMatchObject({ code: 422 });
  });

  test('gives the same answer each time', () => {
    const labels = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`-${index}`, '-']));
    const text = widget({ size: 11, colour: 'green', tags: ['a', 'a'] }, { metadata: { name: 'w', labels } });
    const verdict = validator.validate({ crd, text });
    validator.restart();
    expect(validator.validate({ crd, text })).toEqual(verdict);
    expect(verdict.strict!.causes.length).toBeGreaterThan(20);
  });

  test.each([
    [{ spec: {} }, 'not a CustomResourceDefinition'],
    [{ spec: { ...crd.spec, versions: [{ name: 'v1', served: true, storage: true }] } }, 'has no schema'],
  ])('throws on an invalid definition', (definition, message) => {
    expect(() => validator.validate({ crd: definition as CustomResourceDefinition, text: widget({}) })).toThrow(
      message,
    );
  });
});

describe('read', () => {
  test('reads the objects of a file as kubectl does, with the items of lists', () => {
    const item = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'b' } };
    const text = `kind: Pod\napiVersion: v1\nmetadata: {name: a}\n---\n${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item] })}\n`;
    expect(validator.read(text)).toEqual({
      objects: [{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } }, item],
    });
  });

  test('goes on after a document that is not an object, and ends where a document is not YAML', () => {
    const pod = 'apiVersion: v1\nkind: Pod\n';
    expect(validator.read(`a: b\n---\n${pod}`)).toEqual({
      objects: [{ apiVersion: 'v1', kind: 'Pod' }],
      error: expect.stringContaining("Object 'Kind' is missing"),
    });
    expect(validator.read(`a: [\n---\n${pod}`)).toEqual({ objects: [], error: expect.stringContaining('yaml') });
  });
});
