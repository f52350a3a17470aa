import { type Aspect, aspects, type Picture, pictureOfExpected } from '../conformance/aspects.ts';
import type { ExpectedResult } from '../conformance/scenario.ts';
import type { Answer } from './oracle.ts';

/** expected.json: what the real Karpenter did, and how much of it depended on chance. */
export interface Recording {
  readonly oracle: Readonly<Record<string, string>>;
  /** How often the real build ran. The other one runs once. */
  readonly runs: number;
  readonly stable: boolean;
  /** Per aspect, whether all real runs and the one with ties broken by name agree. */
  readonly stableAspects: Readonly<Record<Aspect, boolean>>;
  readonly tieBreak: 'same' | 'lexicographic';
  readonly summary: Readonly<Record<string, number>>;
  /** The result with ties broken by name. */
  readonly result: ExpectedResult;
  /** At most four other results of real runs, without the sets of instance types. */
  readonly alternatives?: readonly ExpectedResult[];
}

/** Fewer runs cannot separate chance from rules. */
const enoughRuns = 3;

/**
 * Combines the answers of both builds. Throws if one could not run the scenario. Without runs of the real build, no aspect counts as
 * stable.
 */
export function recordingOf(byName: Answer, real: Answer = { name: byName.name, runs: [] }): Recording {
  const [result] = byName.runs ?? [];
  if (real.runs === undefined || result === undefined) throw new Error(`${real.name}: ${real.error ?? byName.error}`);
  const picture = pictureOfExpected(result);
  const pictures = real.runs.map(pictureOfExpected);
  const agrees = (aspect: Aspect): boolean =>
    pictures.length >= enoughRuns && pictures.every((each) => each[aspect] === picture[aspect]);
  const stableAspects = Object.fromEntries(
    aspects.map((aspect) => [aspect, agrees(aspect)]),
  ) as Recording['stableAspects'];
  const stable = aspects.every((aspect) => aspect === 'messages' || stableAspects[aspect]);
  const alternatives = stable ? [] : otherOutcomes(picture, real.runs);
  return {
    oracle: byName.versions ?? {},
    runs: real.runs.length,
    stable,
    stableAspects,
    tieBreak: stable ? 'same' : 'lexicographic',
    summary: summaryOf(result),
    result,
    ...(alternatives.length > 0 && { alternatives }),
  };
}

const outcome = (picture: Picture): string => JSON.stringify({ ...picture, messages: '' });

function otherOutcomes(known: Picture, runs: readonly ExpectedResult[]): ExpectedResult[] {
  const seen = new Set([outcome(known)]);
  const others = runs.filter((run) => {
    const text = outcome(pictureOfExpected(run));
    return !seen.has(text) && seen.add(text);
  });
  return others.slice(0, 4).map(({ typeSets: _, ...other }) => other);
}

function summaryOf(result: ExpectedResult): Record<string, number> {
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const pods = (counts: Readonly<Record<string, number>>): number => sum(Object.values(counts));
  const refused = (entries: ExpectedResult['podErrors'] = {}): number =>
    sum(Object.values(entries).map(({ count }) => count));
  const claims = result.newNodeClaims;
  return {
    nodeClaims: sum(claims.map(({ count }) => count)),
    podsOnNewNodes: sum(claims.map((claim) => claim.count * pods(claim.pods))),
    podsOnExistingNodes: sum(Object.values(result.existingNodes ?? {}).map(pods)),
    podErrors: refused(result.podErrors),
    ignoredPods: refused(result.ignoredPods),
    cheapestHourlyCost: Number(
      sum(claims.map(({ count, launch }) => count * (launch?.cheapest?.price ?? 0))).toFixed(6),
    ),
  };
}
