import { expect, test } from 'vitest';
import { decodeCrdPack, type Schema } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { type CustomResourceDefinition, writeCrdPack } from './crd-pack-writer.ts';

type OpenApiSchema = CustomResourceDefinition['spec']['versions'][number]['schema']['openAPIV3Schema'];

const crd = (group: string, kind: string, spec: OpenApiSchema): CustomResourceDefinition => ({
  spec: {
    group,
    names: { kind, plural: `${kind.toLowerCase()}s` },
    scope: 'Cluster',
    versions: [
      { name: 'v1', served: true, storage: true, subresources: { status: {} }, schema: { openAPIV3Schema: spec } },
      { name: 'v1alpha1', served: false, storage: false, schema: { openAPIV3Schema: spec } },
    ],
  },
});

const long = { type: 'string', pattern: `^(${'a|'.repeat(60)}b)$`, description: 'prose' };
const providerRule = { rule: '!self.find("^([^/]+)").endsWith("karpenter.k8s.aws")', message: 'restricted' };

const written = (...spec: Parameters<typeof writeCrdPack>): { text: string; schema: (kind: string) => Schema } => {
  const text = writeCrdPack(...spec);
  const pack = decodeCrdPack(JSON.parse(text));
  return { text, schema: (kind) => pack.versions.find((version) => version.kind === kind)!.schema };
};

const release = (tag: string, crds: CustomResourceDefinition[]) => ({ repository: 'example/one', tag, crds });

test('descriptions are removed, a property named `description` stays, and only served versions are written', () => {
  const spec = {
    type: 'object',
    description: 'prose',
    properties: { description: { type: 'string', description: 'prose' } },
  };
  const { text, schema } = written('1.0', release('v1.0.0', [crd('karpenter.sh', 'NodePool', spec)]));
  expect(schema('NodePool')).toEqual({ type: 'object', properties: { description: { type: 'string' } } });
  expect(text).not.toContain('prose');
  expect(decodeCrdPack(JSON.parse(text)).versions.map((version) => version.version)).toEqual(['v1']);
});

test('equal sub-schemas are written once and are complete when read back', () => {
  const spec = { type: 'object', properties: { a: long, b: { type: 'array', items: long } } };
  const { text, schema } = written('1.0', release('v1.0.0', [crd('karpenter.sh', 'NodePool', spec)]));
  const read = { type: 'string', pattern: long.pattern };
  expect(text.split(long.pattern)).toHaveLength(2);
  expect(schema('NodePool')).toEqual({ type: 'object', properties: { a: read, b: { type: 'array', items: read } } });
});

test("kinds and label rules come from the provider's release if core has none", () => {
  const key = { type: 'string' };
  const core = crd('karpenter.sh', 'NodePool', { type: 'object', properties: { key } });
  const copy = crd('karpenter.sh', 'NodePool', {
    type: 'object',
    properties: { key: { ...key, 'x-kubernetes-validations': [providerRule, { rule: 'true' }] } },
  });
  const own = crd('karpenter.k8s.aws', 'EC2NodeClass', { type: 'object' });
  const { text, schema } = written('1.1', release('v1.1.0', [core]), release('v1.0.0', [copy, own]));
  expect(schema('NodePool').properties!.key).toEqual({ type: 'string', 'x-kubernetes-validations': [providerRule] });
  const pack = decodeCrdPack(JSON.parse(text));
  expect(pack.sources.map(({ tag, kinds }) => [tag, kinds])).toEqual([
    ['v1.1.0', ['NodePool.karpenter.sh']],
    ['v1.0.0', ['EC2NodeClass.karpenter.k8s.aws']],
  ]);
  expect(pack.notes).toHaveLength(1);
});
