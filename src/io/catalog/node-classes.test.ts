import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type CrdPack, decodeCrdPack } from '../../engine/files/schema/definitions/crd-pack.ts';
import { validateSchema } from '../../engine/files/schema/validate.ts';
import { providerKinds } from '../../engine/manifest/model/provider-kinds.ts';
import { parseManifests } from '../../engine/manifest/parse.ts';
import { readJson } from './catalog-folder.ts';
import { openFacts } from './facts.ts';
import { providers } from './providers.ts';

const files = readdirSync('data/node-classes');
const packs = new Map(
  files.map((file): [string, CrdPack] => [
    file.replace(/\.json$/, ''),
    decodeCrdPack(readJson(`data/node-classes/${file}`)),
  ]),
);
const pack = openFacts('data').crds('1.14');

test('every kind of another provider has a definition with its source, and every definition is of such a kind', () => {
  const defined = [...packs.values()].flatMap(({ versions }) => versions.map(({ group, kind }) => `${group} ${kind}`));
  expect([...new Set(defined)].sort()).toEqual(providerKinds.map(({ group, kind }) => `${group} ${kind}`).sort());
  for (const [group, { sources, versions }] of packs) {
    expect(sources.map(({ repository, tag, licence }) => [repository, tag, licence].every(Boolean))).toEqual([true]);
    for (const version of versions)
      expect([version.group, pack.find(version.apiVersion, version.kind)?.asOf]).toEqual([group, version.asOf]);
  }
});

test('every provider of such kinds is known, under a name', () => {
  const names = new Set(providers.map(({ name }) => name));
  expect(providerKinds.filter(({ provider }) => !names.has(provider))).toEqual([]);
  expect(providers.filter(({ nodeClasses }) => nodeClasses.length === 0)).toEqual([]);
});

describe('severity', () => {
  const findings = (apiVersion: string, kind: string, spec: string) => {
    const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: { name: a }\nspec: ${spec}\n`;
    const { manifests } = parseManifests({ file: 'a.yaml', text }, { set: {} });
    return validateSchema(manifests, pack).map(({ code, severity }) => `${severity} ${code}`);
  };
  const auto = 'role: a, subnetSelectorTerms: [{ id: subnet-1 }], securityGroupSelectorTerms: [{ id: sg-1 }]';

  test.each([
    [
      'an error of a stable version',
      'eks.amazonaws.com/v1',
      'NodeClass',
      `{ ${auto}, networkPolicy: Deny }`,
      ['error schema/enum'],
    ],
    [
      'a field that has a counterpart',
      'eks.amazonaws.com/v1',
      'NodeClass',
      `{ ${auto}, userData: a }`,
      ['error schema/unknown-field'],
    ],
    [
      'a field that may be new',
      'eks.amazonaws.com/v1',
      'NodeClass',
      `{ ${auto}, gravity: a }`,
      ['warning schema/unknown-field'],
    ],
    [
      'an unstable version',
      'karpenter.azure.com/v1beta1',
      'AKSNodeClass',
      '{ imageFamily: Debian }',
      ['warning schema/enum'],
    ],
    ['a valid object', 'karpenter.azure.com/v1beta1', 'AKSNodeClass', '{ imageFamily: AzureLinux }', []],
    [
      'fields that EKS added',
      'eks.amazonaws.com/v1',
      'NodeClass',
      `{ ${auto}, advancedSecurity: { fips: true }, ephemeralStorage: { kmsKeyID: a } }`,
      [],
    ],
    [
      'an instance profile instead of a role',
      'eks.amazonaws.com/v1',
      'NodeClass',
      `{ ${auto.replace('role', 'instanceProfile')} }`,
      [],
    ],
  ])('%s', (_, apiVersion, kind, spec, expected) => {
    expect(findings(apiVersion, kind, spec)).toEqual(expected);
  });
});
