import { expect, test } from 'vitest';
import { unknownClasses } from './unknown-classes.ts';

test.each([
  ['', []],
  ['urgent', ['urgent']],
  ['system-node-critical', []],
])('the PriorityClass `%s` of a pod is not found: %j', (priorityClassName, expected) => {
  const workloads = { workloads: [{ spec: { priorityClassName } }], daemonSets: [] };
  expect(unknownClasses(workloads as never, []).priority).toStrictEqual(expected);
});
