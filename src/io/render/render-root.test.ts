import { expect, test } from 'vitest';
import type { Root } from '../../engine/files/sources/root/root.ts';
import { obstacleOf } from './render-root.ts';

const root: Root = {
  name: 'Application press',
  file: 'press.yaml',
  tool: 'argocd',
  call: null,
  files: [],
  patches: [],
  obstacles: [],
  isDeclared: true,
};

/** Code, severity and message. */
const said = (about: Partial<Root>, error: string, isOfNodes = true): string => {
  const { code, severity, message } = obstacleOf({ ...root, ...about }, { error }, isOfNodes);
  return `${code} ${severity}: ${message}`;
};

test.each([
  'executing "a.yaml" at <.Values.settings.clusterName>: nil pointer evaluating interface {}.clusterName',
  "values don't meet the specifications of the schema(s)",
  'YAML parse error on a/templates/b.yaml: did not find expected key',
  'failed parsing --set data: key "{{" has no value',
])('that a root with placeholders does not render is no mistake: %s', (error) => {
  expect(said({ hasPlaceholders: true }, error)).toBe(
    'render/unknown note: Values of `Application press` are placeholders, so what it renders to is unknown',
  );
  expect(said({}, error)).toMatch(/^render\/failed error: /);
  expect(said({}, error, false)).toMatch(/^render\/failed warning: /);
  expect(said({ isDeclared: false }, error)).toMatch(/^render\/failed note: /);
});

test('what helm warns about before it stops is not why a chart does not render', () => {
  const error =
    'coalesce.go:298: warning: cannot overwrite table with non table for stack.pools (map[cpu:32])\nlevel=WARN msg="no such table"\nError: template: stack/templates/a.yaml:8:16: executing "a" at <$pool.weight>: nil pointer evaluating interface {}.weight\n\nUse --debug flag to render out invalid YAML\n';
  expect(said({}, error)).toBe(
    'render/failed error: `Application press` does not render: template: stack/templates/a.yaml:8:16: executing "a" at <$pool.weight>: nil pointer evaluating interface {}.weight',
  );
});

test('variables that make too much text leave the objects unknown', () => {
  const { code, severity, message } = obstacleOf(root, { limit: 'variables' }, true);
  expect(`${code} ${severity}: ${message}`).toBe(
    'render/limit warning: `Application press` has variables that make more text than plumbline reads, so the objects in it are unknown',
  );
});
