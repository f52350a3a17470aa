import { compareNames } from '../../src/engine/text/name-order.ts';

/** What is compared of a review. It contains names, codes and figures, and no text of the repository. */
export interface Outcome {
  readonly verdict: string;
  readonly pools: number;
  readonly classes: number;
  /** Errors and warnings: how many of each code and object. */
  readonly findings: Readonly<Record<string, number>>;
  /** Notes: how many of each code. */
  readonly notes: Readonly<Record<string, number>>;
  /** Roots that were not rendered. */
  readonly notRendered: number;
  /** Nodes and monthly cost, or null for what is unknown. Null if nothing is simulated. */
  readonly figure: Figure | null;
  /** The strongest effect of each changed object. */
  readonly changes: Readonly<Record<string, string>>;
  /**
   * How many places the change has, and how many of them are not understood. Absent without a change, and in outcomes
   * that are older than the ledger.
   */
  readonly places?: ChangedPlaces;
}

export interface ChangedPlaces {
  readonly all: number;
  readonly notUnderstood: number;
}

export interface Figure {
  readonly nodes: number | null;
  readonly monthlyUsd: number | null;
}

/** What this reads of `plumbline review --format json`. */
export interface ReviewJson {
  readonly verdict: { readonly result: string };
  readonly inputs: {
    readonly nodePools: number;
    readonly nodeClasses: number;
    readonly notRendered: readonly unknown[];
  };
  readonly diagnostics: readonly DiagnosticJson[];
  readonly changes: readonly ChangeJson[];
  readonly estimate: { readonly after: AmountJson } | null;
  readonly coverage?: { readonly places: Readonly<Record<string, number>> & { readonly notUnderstood: number } };
}

interface DiagnosticJson {
  readonly code: string;
  readonly severity: string;
  readonly isNew: boolean;
  readonly resource: ResourceJson | null;
}

interface ChangeJson {
  readonly resource: ResourceJson;
  readonly type: string;
  readonly fields: readonly { readonly effect: string }[];
}

interface ResourceJson {
  readonly kind: string;
  readonly name: string;
}

interface AmountJson {
  readonly nodes: { readonly likely: number | null };
  readonly monthlyUsd: { readonly likely: number | null };
}

/** Effects of a field, from the mildest to the strongest. */
const effects = ['none', 'new-nodes', 'unknown', 'some-nodes', 'all-nodes', 'delete'];

/** `findings` are those that the change causes. */
export function outcomeOf(review: ReviewJson): Outcome {
  const ours = review.diagnostics.filter(({ isNew }) => isNew);
  const isNote = ({ severity }: DiagnosticJson): boolean => severity === 'note';
  return {
    verdict: review.verdict.result,
    pools: review.inputs.nodePools,
    classes: review.inputs.nodeClasses,
    findings: tally(
      ours.filter((finding) => !isNote(finding)).map(({ code, resource }) => `${code} ${nameOf(resource)}`),
    ),
    notes: tally(ours.filter(isNote).map(({ code }) => code)),
    notRendered: review.inputs.notRendered.length,
    figure: figureOf(review),
    changes: effectsOf(review.changes),
    ...(review.coverage && { places: placesOf(review.coverage.places) }),
  };
}

const placesOf = (places: NonNullable<ReviewJson['coverage']>['places']): ChangedPlaces => ({
  all: Object.values(places).reduce((sum, count) => sum + count, 0),
  notUnderstood: places.notUnderstood,
});

const nameOf = (resource: ResourceJson | null): string => (resource ? `${resource.kind}/${resource.name}` : '-');

function figureOf({ estimate }: ReviewJson): Figure | null {
  if (!estimate) return null;
  const { nodes, monthlyUsd } = estimate.after;
  return { nodes: nodes.likely, monthlyUsd: monthlyUsd.likely === null ? null : Math.round(monthlyUsd.likely) };
}

/** Objects of one name that change differently in several places keep all effects. */
function effectsOf(changes: readonly ChangeJson[]): Record<string, string> {
  const byObject = new Map<string, Set<string>>();
  for (const { resource, type, fields } of changes) {
    const effect = type === 'modified' ? strongest(fields.map((field) => field.effect)) : type;
    const name = nameOf(resource);
    byObject.set(name, (byObject.get(name) ?? new Set()).add(effect));
  }
  const named = [...byObject].map(([name, all]) => [name, [...all].sort(compareNames).join(', ')] as const);
  return Object.fromEntries(named.sort(([a], [b]) => compareNames(a, b)));
}

const strongest = (all: readonly string[]): string =>
  all.reduce((most, effect) => (effects.indexOf(effect) > effects.indexOf(most) ? effect : most), 'none');

function tally(keys: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareNames(a, b)));
}
