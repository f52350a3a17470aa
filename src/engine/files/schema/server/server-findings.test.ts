import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JudgeRequest } from '../../../../io/api-server/answer-requests.ts';
import { loadApiServer } from '../../../../io/api-server/api-server.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { decodeCrdPack } from '../definitions/crd-pack.ts';
import { objectText } from '../structural/object-text.ts';
import { serverPath } from './server-path.ts';
import { packOf, validatedBy } from './server-validation.test-support.ts';

const packs = { '1.14': packOf('1.14'), '1.0': packOf('1.0') };

let judge: JudgeRequest;
beforeAll(async () => {
  ({ judge } = await loadApiServer());
});

const parsed = (text: string, file = 'a.yaml'): readonly Manifest[] =>
  parseManifests({ file, text }, { set: {} }).manifests;

interface Found {
  readonly code: string;
  /** The text that the finding marks. */
  readonly at: string;
  readonly server: readonly (readonly string[])[] | undefined;
}

function judged(text: string, { base, minor = '1.14' }: { base?: string; minor?: '1.14' | '1.0' } = {}): Found[] {
  const old = base === undefined ? {} : { base: parsed(base) };
  return validatedBy(judge, { manifests: parsed(text), pack: packs[minor], ...old }).map(({ code, span, server }) => ({
    code,
    at: text.slice(span.start, span.end).split('\n')[0]!,
    server: server?.map(({ field, reason }) => [field, reason]),
  }));
}

const pool = (spec = '', template = '', requirements = '[]') => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: web}
spec:
  ${spec}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      ${template}
      requirements: ${requirements}
`;

test.each<[string, string[]]>([
  ['1024-65535', ['schema/pattern']],
  ['"1024"', ['schema/pattern']],
  ['1 2 3', ['schema/pattern']],
  ['1024 70000', ['schema/cel']],
])('a rule that cannot read the malformed value %j adds no finding', (range, codes) => {
  const azure = decodeCrdPack(JSON.parse(readFileSync('data/node-classes/karpenter.azure.com.json', 'utf8')));
  const text = `apiVersion: karpenter.azure.com/v1beta1\nkind: AKSNodeClass\nmetadata: {name: web}\nspec: {linuxOSConfig: {sysctls: {netIPv4IPLocalPortRange: ${range}}}}\n`;
  expect(validatedBy(judge, { manifests: parsed(text), pack: azure }).map(({ code }) => code)).toEqual(codes);
});

describe('what the API server refuses', () => {
  test.each<[string, string, Found[]]>([
    ['nothing', pool(), []],
    [
      'an unknown field, at its key',
      pool('limit: {cpu: 1}'),
      [{ code: 'schema/unknown-field', at: 'limit', server: [['spec.limit', 'BadRequest']] }],
    ],
    [
      'a bound',
      pool('weight: 200'),
      [{ code: 'schema/range', at: '200', server: [['spec.weight', 'FieldValueInvalid']] }],
    ],
    [
      'a pattern',
      pool('', 'expireAfter: 7d'),
      [{ code: 'schema/pattern', at: '7d', server: [['spec.template.spec.expireAfter', 'FieldValueInvalid']] }],
    ],
    [
      'a missing field, at its parent',
      pool('', '', '[{key: a}]'),
      [
        {
          code: 'schema/required',
          at: '{key: a}',
          server: [['spec.template.spec.requirements[0].operator', 'FieldValueRequired']],
        },
      ],
    ],
    [
      'a rule, at the item that breaks it',
      pool('', '', '[{key: a, operator: Exists}, {key: b, operator: In, values: []}]'),
      [
        {
          code: 'schema/cel',
          at: '{key: b, operator: In, values: []}',
          server: [['spec.template.spec.requirements', 'FieldValueInvalid']],
        },
      ],
    ],
    [
      'a rule whose evaluation fails',
      pool('', '', '[{key: a, operator: Gt, values: ["x"]}]'),
      [
        {
          code: 'schema/cel',
          at: '{key: a, operator: Gt, values: ["x"]}',
          server: [['spec.template.spec.requirements', 'FieldValueInvalid']],
        },
      ],
    ],
    [
      'metadata that is not a mapping',
      pool().replace('{name: web}', 'web'),
      [{ code: 'schema/type', at: 'web', server: [['metadata', 'BadRequest']] }],
    ],
    [
      'a complaint that follows from a wrong field name is part of that finding',
      pool().replace('nodeClassRef', 'nodeClassReff'),
      [
        {
          code: 'schema/unknown-field',
          at: 'nodeClassReff',
          server: [
            ['spec.template.spec.nodeClassReff', 'BadRequest'],
            ['spec.template.spec.nodeClassRef', 'FieldValueRequired'],
          ],
        },
      ],
    ],
    [
      'an integer that JavaScript cannot represent',
      pool('weight: 9223372036854775808'),
      [
        {
          code: 'schema/range',
          at: '9223372036854775808',
          server: [
            ['<nil>', 'FieldValueInvalid'],
            ['spec.weight', 'FieldValueInvalid'],
          ],
        },
        { code: 'schema/type', at: '9223372036854775808', server: [['spec.weight', 'FieldValueTypeInvalid']] },
      ],
    ],
    [
      'an invalid label',
      pool().replace('{name: web}', '{name: web, labels: {a: "b c"}}'),
      [{ code: 'schema/metadata', at: '"b c"', server: [['metadata.labels', 'FieldValueInvalid']] }],
    ],
    [
      'metadata of another type, which cannot be decoded',
      pool().replace('{name: web}', '{name: web, labels: {a: true}}'),
      [{ code: 'schema/type', at: 'true', server: [['metadata.labels', 'BadRequest']] }],
    ],
  ])('%s', (_, text, expected) => expect(judged(text)).toEqual(expected));

  test('an update that changes an immutable field', () => {
    const base = pool();
    const found = judged(base.replace('EC2NodeClass', 'OtherClass'), { base });
    expect(found).toEqual([
      {
        code: 'schema/cel',
        at: expect.stringContaining('OtherClass'),
        server: [['spec.template.spec.nodeClassRef', 'FieldValueInvalid']],
      },
    ]);
  });

  test('an old mistake, although the API server would accept it in an update', () => {
    const base = pool('weight: 200');
    expect(
      judged(`${base.replace('requirements', 'expireAfter: 1h\n      requirements')}`, { base }).map(
        ({ code }) => code,
      ),
    ).toEqual(['schema/range']);
  });

  test.each([
    ['1.0', 1],
    ['1.14', 0],
  ] as const)('role to instance profile in Karpenter %s: %i', (minor, count) => {
    const nodeClass = (identity: string) => `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  ${identity}
  amiSelectorTerms: [{alias: al2023@latest}]
  subnetSelectorTerms: [{id: subnet-1}]
  securityGroupSelectorTerms: [{id: sg-1}]
`;
    const found = judged(nodeClass('instanceProfile: p'), { base: nodeClass('role: r'), minor });
    expect(found.map(({ code }) => code)).toEqual(Array(count).fill('schema/cel'));
  });

  test('a placeholder leaves the object to our own validator', () => {
    const [found, ...more] = judged(pool('weight: 200', `expireAfter: \${EXPIRY}`));
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'schema/range', server: undefined });
  });
});

describe('other kinds', () => {
  test.each<[string, string, string[]]>([
    ['a Deployment that is fine', 'spec: {replicas: 1, selector: {matchLabels: {a: b}}, template: {}}', []],
    ['a field that it lacks', 'spec: {replica: 1}', ['schema/unknown-field replica']],
    ['another type', 'spec: {replicas: many}', ['schema/type many']],
    ['a placeholder', `spec: {replica: 1, replicas: \${N}}`, []],
  ])('%s', (_, spec, expected) => {
    const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n${spec}\n`;
    expect(judged(text).map(({ code, at }) => `${code} ${at}`)).toEqual(expected);
  });

  const definition = (schema: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets}
  versions:
    - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: ${schema}}}
---
apiVersion: example.com/v1
kind: Widget
metadata: {name: w}
spec: {size: 11, colour: red}
`;

  test.each<[string, string, string[]]>([
    [
      'are judged by the definition of the repository',
      '{type: object, properties: {spec: {type: object, properties: {size: {type: integer, maximum: 10}}}}}',
      ['schema/range 11', 'schema/unknown-field colour'],
    ],
    [
      'by its rules',
      '{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {size: {type: integer, x-kubernetes-validations: [{rule: "self % 2 == 0", message: odd}]}}}}}',
      ['schema/cel 11'],
    ],
    [
      'by a definition that does not compile',
      '{type: object, properties: {spec: {$ref: "#/x"}}}',
      ['schema/unjudged apiVersion: example.com/v1'],
    ],
    [
      'by a rule that does not compile',
      '{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true, x-kubernetes-validations: [{rule: "self.("}]}}}',
      ['schema/cel {size: 11, colour: red}'],
    ],
    [
      'by a rule that costs too much',
      '{type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true, properties: {size: {type: integer}}, x-kubernetes-validations: [{rule: "[0,1,2,3,4,5,6,7,8,9].all(a, [0,1,2,3,4,5,6,7,8,9].all(b, [0,1,2,3,4,5,6,7,8,9].all(c, [0,1,2,3,4,5,6,7,8,9].all(d, [0,1,2,3,4,5,6,7,8,9].all(e, [0,1,2,3,4,5,6,7,8,9].all(f, [0,1,2,3,4,5,6,7,8,9].all(g, [0,1,2,3,4,5,6,7,8,9].all(h, a + b + c + d + e + f + g + h >= 0))))))))"}]}}}',
      ['schema/unjudged apiVersion: example.com/v1'],
    ],
  ])('%s', (_, schema, expected) => {
    expect(judged(definition(schema)).map(({ code, at }) => `${code} ${at}`)).toEqual(expected);
  });

  test('warn about a deprecated version', () => {
    const text = definition('{type: object, x-kubernetes-preserve-unknown-fields: true}');
    const other = '- {name: v2, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}';
    const old = text
      .replace('storage: true,', 'storage: true, deprecated: true,')
      .replace('\n---', `\n    ${other}\n---`);
    const said = (definitions: string) =>
      validatedBy(judge, { manifests: parsed(definitions), pack: packs['1.14'] }).map(({ code, message }) => [
        code,
        message,
      ]);
    const warning = 'example.com/v1 Widget is deprecated; use example.com/v2 Widget';
    expect(said(old)).toEqual([['schema/warning', warning]]);
    const own = old.replace('deprecated: true,', 'deprecated: true, deprecationWarning: gone soon,');
    expect(said(own)).toEqual([['schema/warning', 'gone soon']]);
  });

  test('are not validated if SOPS encrypted them', () => {
    expect(judged('apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: ENC}\nsops: {mac: a}\n')).toEqual([]);
  });

  test('are not validated if they are specifications for kOps', () => {
    const text = definition('{type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}');
    expect(judged(text.replaceAll('example.com', 'kops.k8s.io'))).toEqual([]);
  });
});

test.each([
  ['spec.requirements[0].key', ['spec', 'requirements', 0, 'key']],
  ['.spec.replicas', ['spec', 'replicas']],
  ['<nil>', []],
  ['metadata.labels[example.com/a]', ['metadata', 'labels', 'example.com/a']],
  ['spec.tags.example.com/a', ['spec', 'tags', 'example.com/a']],
  ['spec.lacks.a.b', ['spec', 'lacks', 'a', 'b']],
  ['spec.', ['spec']],
  ['[', ['[']],
])('the path %s', (field, expected) => {
  const object = {
    metadata: { labels: { 'example.com/a': '' } },
    spec: { requirements: [{ key: 'a' }], tags: { 'example.com/a': '' } },
  };
  expect(serverPath(field, object)).toEqual(expected);
});

test.each([
  [
    'a.json',
    '{"apiVersion": "v1", "kind": "A", "a": 1.0, "b": [1, 12345678901234567890]}',
    '{"apiVersion":"v1","kind":"A","a":1.0,"b":[1,12345678901234567890]}',
  ],
  [
    'a.yaml',
    'apiVersion: v1\nkind: A\na: 1.0\nb: 12345678901234567890\n',
    '{"apiVersion":"v1","kind":"A","a":1,"b":12345678901234567890}',
  ],
  ['a.yaml', 'apiVersion: v1\nkind: A\na: 1e3\n', '{"apiVersion":"v1","kind":"A","a":1000}'],
  [
    'a.json',
    '{"apiVersion": "v1", "kind": "A", "a": 9223372036854776000}',
    '{"apiVersion":"v1","kind":"A","a":9223372036854776000}',
  ],
  [
    'a.json',
    '{"apiVersion": "v1", "kind": "CustomResourceDefinition", "a": 9223372036854776000}',
    '{"apiVersion":"v1","kind":"CustomResourceDefinition","a":9223372036854775807}',
  ],
])('%s: %s', (file, text, expected) => {
  const [manifest] = parsed(text, file);
  expect(objectText(manifest!)).toBe(expected);
});
