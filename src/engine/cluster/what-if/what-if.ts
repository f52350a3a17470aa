import { listIf } from '../../text/list-if.ts';
import { nearest } from '../../text/nearest.ts';
import { byCount } from '../../text/words/plural.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import type { Scenario } from './scenario.ts';

/** A scenario as somebody wrote it. */
export interface AskedScenario extends Omit<Scenario, 'replicas'> {
  /** Workloads, as a key or part of one, with their replicas. */
  readonly replicas: readonly (readonly [workload: string, count: number])[];
}

/** A name in a scenario that is not in the input. */
export interface UnknownName {
  readonly what: 'node' | 'zone' | 'family' | 'workload';
  readonly name: string;
  /** A similar name that exists. */
  readonly nearest: string | undefined;
  /** Several workloads that match. */
  readonly several?: readonly string[];
}

/** The first name that is not known; undefined if all are. */
export function unknownName(
  what: UnknownName['what'],
  asked: readonly string[],
  workloads: ReadonlySet<string>,
): UnknownName | undefined {
  const name = asked.find((name) => !workloads.has(name));
  if (name === undefined) return undefined;
  return { what, name, nearest: nearest(name, workloads) };
}

/** The scenario as the rest of a sentence that begins with `if`. */
export function scenarioText({ nodes, isWithoutSpot, zones, families, replicas, growth }: Scenario): string {
  const which = replicas.size > 0 ? 'the other' : 'all';
  const parts = [
    ...listIf(nodes.length > 0, `${nodes.map(quoted).join(' and ')} ${byCount(nodes.length, 'fails', 'fail')}`),
    ...listIf(isWithoutSpot, 'there is no spot capacity'),
    ...zones.map((zone) => `zone ${quoted(zone)} fails`),
    ...families.map((family) => `${quoted(family)} instances have no capacity`),
    ...[...replicas].map(
      ([workload, count]) => `${quoted(workload)} has ${count} ${byCount(count, 'replica', 'replicas')}`,
    ),
    ...listIf(growth !== 1, `${which} workloads have ${growth} times as many replicas`),
  ];

  if (parts.length === 0) return 'nothing happens';
  return parts.join(', and ');
}
