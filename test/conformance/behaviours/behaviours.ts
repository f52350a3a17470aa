import type { Question } from '../../oracle/oracle.ts';
import { toYaml } from '../generator.ts';
import { affinity } from './affinity.ts';
import { type Case, isCase, type Suite } from './behaviour.ts';
import { constraints } from './constraints.ts';
import { elsewhere } from './elsewhere.ts';
import { newerVersion } from './newer-version.ts';
import { packing } from './packing.ts';
import { pools } from './pools.ts';
import { selection } from './selection.ts';
import { topology } from './topology.ts';
import { volumes } from './volumes.ts';

/** What Karpenter's own test suites test, suite by suite, and what checks the same here. */
export const suites: readonly Suite[] = [
  constraints,
  packing,
  volumes,
  topology,
  affinity,
  selection,
  pools,
  newerVersion,
  ...elsewhere,
];

/** The scenarios written for them, as questions to the oracle. */
export const behaviourScenarios = (): Question[] =>
  suites.flatMap(({ behaviours }) => behaviours.filter(isCase).map(question));

const question = ({ scenario: name, what, objects, settings }: Case): Question => ({
  name,
  manifests: toYaml(objects),
  settings: { ...settings, probes: ['upstream-suites'], description: what },
});
