import { expect, test } from 'vitest';
import { awsResources } from '../../aws/terraform/aws-resources.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { readHcl } from '../../manifest/terraform/syntax/read-hcl.ts';
import { evaluated, parse } from '../../manifest/terraform/terraform.test-support.ts';
import { ledgerOf } from './ledger.ts';
import type { LedgerSide } from './ledger-input.ts';

type Files = Readonly<Record<string, string>>;

const template = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: apps }\nspec: { weight: ${weight} }\n';

const pool = (body: string, rest = ''): Files => ({
  'main.tf': `resource "kubectl_manifest" "apps" {\n  yaml_body = ${body}\n}\n${rest}`,
  'pool.tftpl': template,
});

function sideOf(files: Files): LedgerSide {
  const terraform = Object.entries(files).filter(([file]) => file.endsWith('.tf'));
  const { sources, templates, usedFiles } = evaluated(files);

  return {
    set: manifestSet(sources.map((source) => parseManifests(source, { set: {} }))),
    sources,
    roots: [],
    terraform: terraform.map(([file, text]) => readHcl({ file, text }, parse)),
    usedFiles: new Set([...templates, ...usedFiles]),
  };
}

function classesOf(base: Files, head: Files): readonly string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  const files = paths.map((path) => ({ path, before: base[path], after: head[path] }));

  const { entries } = ledgerOf({
    changed: { files, has: (path) => paths.includes(path) },
    base: sideOf(base),
    head: sideOf(head),
    resources: [awsResources],
  });

  return [...new Set(entries.map((entry) => entry.class))];
}

const withWeight = (value: string): string => `templatefile("\${path.module}/pool.tftpl", { weight = ${value} })`;

test('an argument of a template is what it changes in the objects', () => {
  expect(classesOf(pool(withWeight('1')), pool(withWeight('2')))).toEqual(['modelled']);
});

test('a value that moves to a local changes no object', () => {
  const local = pool(withWeight('local.weight'), 'locals {\n  weight = 1\n}\n');
  expect(classesOf(pool(withWeight('1')), local)).toEqual(['harmless']);
});

test('a template that gets another name changes no object', () => {
  const { 'pool.tftpl': text, ...rest } = pool(withWeight('1').replace('pool.tftpl', 'pools.yaml.tftpl'));
  const named = (file: string): Files => ({
    'main.tf': rest['main.tf']!.replace('pools.yaml.tftpl', file),
    [file]: text!,
  });
  expect(classesOf(named('a.yaml.tftpl'), named('b.yaml.tftpl'))).not.toContain('not understood');
});

test('an argument that nothing shows on either side is not understood', () => {
  const unknown = (key: string): Files =>
    pool(withWeight(`lookup(var.weights, "${key}", 1)`), 'variable "weights" {}\n');
  expect(classesOf(unknown('a'), unknown('b'))).toEqual(['not understood']);
});

test.each([
  ['eksctl.io/v1alpha5', 'ClusterConfig', (version: string) => `metadata: { name: a, version: "${version}" }`],
  [
    'kops.k8s.io/v1alpha2',
    'Cluster',
    (version: string) => `metadata: { name: a }\nspec: { kubernetesVersion: ${version} }`,
  ],
])('the Kubernetes version in a cluster of %s is known', (apiVersion, kind, body) => {
  const side = (version: string): LedgerSide => {
    const source = { file: 'a.yaml', text: `apiVersion: ${apiVersion}\nkind: ${kind}\n${body(version)}\n` };
    const set = manifestSet([parseManifests(source, { set: {} })]);
    return { set, sources: [source], roots: [], terraform: [], usedFiles: new Set() };
  };
  const [base, head] = [side('1.33.1'), side('1.34.1')];
  const [before, after] = [base, head].map(({ sources }) => sources[0]!.text);

  const { entries } = ledgerOf({
    changed: { files: [{ path: 'a.yaml', before: before!, after: after! }], has: () => true },
    base,
    head,
    resources: [awsResources],
  });

  expect(entries.map((entry) => entry.class)).toEqual(['modelled']);
});
