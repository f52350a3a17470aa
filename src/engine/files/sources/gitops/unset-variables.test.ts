import { expect, test } from 'vitest';
import type { Root, Substitution } from '../root/root.ts';
import { substitute } from './substitution.ts';
import { unsetVariableObstacles, usedVariables } from './unset-variables.ts';

const nodeClass = (fields: string, metadata = 'name: web'): string =>
  `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata:\n  ${metadata}\nspec:\n  ${fields.replaceAll('\n', '\n  ')}\n`;

const rootOf = (substitution: Substitution | undefined): Root => ({
  name: 'Kustomization flux-system/pools (prod)',
  by: 'Kustomization flux-system/pools',
  file: 'flux.yaml',
  tool: 'flux',
  call: null,
  files: ['class.yaml'],
  patches: [],
  obstacles: [],
  isDeclared: true,
  ...(substitution && { substitution }),
});

const used = (text: string, given: Substitution | null = { values: { env: 'eu' }, isPartial: false }) =>
  usedVariables(rootOf(given ?? undefined), given ? substitute(text, given)! : text, () => text);

/** Severity and message of each finding of a change. */
const said = (after: string, before?: string): string[] =>
  unsetVariableObstacles(
    rootOf({ values: { env: 'eu' }, isPartial: false }),
    used(after),
    before === undefined ? undefined : used(before),
  ).map(({ severity, message }) => `${severity}: ${message}`);

test('a variable that nothing sets leaves a part of a role', () => {
  expect(said(nodeClass('role: nodes-${region}'), nodeClass('role: nodes-${env}'))).toEqual([
    'error: Flux replaces `${region}` with nothing, so `role` is `nodes-`. `postBuild` of `Kustomization flux-system/pools` does not set it',
  ]);
});

test('a selector that becomes empty is a warning', () => {
  const selector = (value: string): string =>
    nodeClass(`subnetSelectorTerms:\n  - tags:\n      karpenter.sh/discovery: ${value}`);
  expect(said(selector('"${zone}"'), selector('${env}'))).toEqual([
    'warning: Flux replaces `${zone}` with nothing, so `karpenter.sh/discovery` is empty. `postBuild` of `Kustomization flux-system/pools` does not set it',
  ]);
});

test.each([
  ['nothing to compare with', undefined],
  [
    'another variable that nothing in the files sets, so that something else may',
    nodeClass('role: a-${other}\ninstanceProfile: ${env}'),
  ],
  ['no variable at all before the change', nodeClass('role: nodes')],
])('it is only a warning with %s', (_, before) => {
  expect(said(nodeClass('role: nodes-${region}'), before).map((text) => text.split(':')[0])).toEqual(['warning']);
});

test.each([
  ['a variable with a value', nodeClass('role: nodes-${env}')],
  ['a default', nodeClass('role: nodes-${region:=eu}')],
  ['an empty default, which somebody meant', nodeClass('role: nodes${suffix:-}')],
  ['an escaped expression', nodeClass('role: nodes-$${region}')],
  ['a comment', nodeClass('# role: nodes-${region}\nrole: nodes')],
  ['a script', nodeClass('userData: |\n  export ZONE: ${zone}\nrole: nodes')],
  [
    'a document that opts out',
    nodeClass('role: ${a}', 'annotations: {kustomize.toolkit.fluxcd.io/substitute: disabled}'),
  ],
  ['an object of another kind', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  role: nodes-${region}\n'],
])('nothing is said about %s', (_, text) => expect(used(text).unset).toEqual([]));

test('nothing is said if other values are unknown, or if nothing is substituted', () => {
  const text = nodeClass('role: nodes-${region}');
  expect(used(text, { values: { env: 'eu' }, isPartial: true }).unset).toEqual([]);
  expect(used(text, null).unset).toEqual([]);
});

test('a field that a patch replaces is not the one that is applied', () => {
  const root = rootOf({ values: { env: 'eu' }, isPartial: false });
  const found = usedVariables(root, nodeClass('role: other'), () => nodeClass('role: nodes-${region}'));
  expect(found.unset).toEqual([]);
});
