import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../engine/karpenter/api/settings.ts';
import { openFacts } from '../io/catalog/facts.ts';
import type { Configuration } from './configuration.ts';
import { withCrdsAtBase } from './crds-at-base.ts';
import { actionReview, botReview, type HostRules } from './host-rules.ts';
import { type Note, noteText } from './note.ts';

const facts = openFacts('data');

const definition = (group: string, kind: string, field = 'size'): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${kind.toLowerCase()}s.${group}}
spec:
  group: ${group}
  scope: Cluster
  names: {kind: ${kind}, plural: ${kind.toLowerCase()}s}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {${field}: {type: integer}}}}}}
`;

type Files = Readonly<Record<string, string>>;

async function read(crds: readonly string[], base: Files, head: Files | null = null, rules: HostRules = actionReview) {
  const notes: Note[] = [];
  const filesOf = (files: Files) => async (paths: readonly string[]) =>
    paths.flatMap((file) => (files[file] === undefined ? [] : [{ file, text: files[file] }]));
  const configuration: Configuration = {
    current: async () => undefined,
    files: filesOf(base),
    ...(head && { proposedFiles: filesOf(head) }),
  };
  const context = { configuration, rules, onNote: (note: Note) => void notes.push(note) };
  const made = await withCrdsAtBase(facts, { ...defaultSettings, crds }, context);
  return { find: made.crds('1.14').find, notes: notes.map(noteText) };
}

const acme = definition('karpenter.acme.io', 'AcmeNodeClass');

test('kinds of the base are known, and what the change makes of them is reported', async () => {
  const { find, notes } = await read(
    ['crds/acme.yaml'],
    { 'crds/acme.yaml': acme },
    { 'crds/acme.yaml': `${acme}#\n` },
  );
  expect(find('karpenter.acme.io/v1', 'AcmeNodeClass')).toMatchObject({ plural: 'acmenodeclasss', isForeign: true });
  expect(find('karpenter.acme.io/v2', 'AcmeNodeClass')).toBeUndefined();
  expect(notes).toEqual(['this change edits `crds/acme.yaml`, whose definitions take effect once it is merged']);
});

test('definitions of other providers are replaced, and those of Karpenter are not', async () => {
  const text = ['karpenter.azure.com AKSNodeClass', 'karpenter.sh NodePool']
    .map((one) => definition(...(one.split(' ') as [string, string])))
    .join('---');
  const { find } = await read(['crds.yaml'], { 'crds.yaml': text });
  expect(find('karpenter.azure.com/v1', 'AKSNodeClass')!.schema.properties!.spec!.properties).toEqual({
    size: { type: 'integer' },
  });
  expect(find('karpenter.sh/v1', 'NodePool')).toBe(facts.crds('1.14').find('karpenter.sh/v1', 'NodePool'));
});

describe('definitions that cannot be used', () => {
  test.each<[string, string[], Files, string]>([
    ['missing', ['crds.yaml'], {}, '`crds.yaml` in `crds` was not found'],
    ['outside', ['../crds.yaml'], { '../crds.yaml': acme }, 'is not the path of a file in the repository'],
    ['absolute', ['/crds.yaml'], { '/crds.yaml': acme }, 'is not the path of a file in the repository'],
    ['something else', ['a.yaml'], { 'a.yaml': 'apiVersion: v1\nkind: Pod\n' }, '`a.yaml` in `crds` defines no kind'],
    ['not YAML', ['a.yaml'], { 'a.yaml': `${acme}]` }, 'defines no kind'],
    ['very long', ['a.yaml'], { 'a.yaml': `${acme}${'#\n'.repeat(2_100_000)}` }, 'is longer than 4 MB'],
    ['many', Array(51).fill('a.yaml') as string[], { 'a.yaml': acme }, 'has more than 50 files'],
  ])('%s: the Action fails, the bot says that it does not use them', async (_, crds, files, message) => {
    await expect(read(crds, files)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringContaining(message),
    });
    const { find, notes } = await read(crds, files, null, botReview);
    expect(find('karpenter.acme.io/v1', 'AcmeNodeClass')).toBeUndefined();
    expect(notes).toEqual([expect.stringMatching(/, so this review does not use the definitions in `crds`$/)]);
  });
});
