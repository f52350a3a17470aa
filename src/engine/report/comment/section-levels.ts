import { details } from './detail.ts';

/** A section of a comment. */
export type SectionId =
  | 'figures'
  | 'launchable'
  | 'causes'
  | 'suppressed'
  | 'changes'
  | 'unschedulable'
  | 'notices'
  | 'findings'
  | 'environments'
  | 'more-changes'
  | 'pools'
  | 'other-launchable'
  | 'nodes'
  | 'shares'
  | 'alternatives'
  | 'rendered'
  | 'events'
  | 'waves'
  | 'plan'
  | 'ignored'
  | 'basis'
  | 'unread'
  | 'coverage'
  | 'existing';

/** What the fold with details shows, in the order in which it does. */
export const detailSections: readonly SectionId[] = [
  'environments',
  'more-changes',
  'rendered',
  'pools',
  'other-launchable',
  'nodes',
  'shares',
  'alternatives',
  'events',
  'waves',
  'plan',
  'ignored',
  'basis',
];

/** A section, and what a reader calls it. */
interface NamedSection {
  readonly id: SectionId;
  readonly name: string;
}

/** Sections from the least important one, which is shortened first and left out first: what only a page needs, what is folded, what is shown. */
export const byImportance: readonly NamedSection[] = [
  { id: 'existing', name: 'findings from before the change' },
  { id: 'unread', name: 'findings in objects that Karpenter does not read' },
  { id: 'shares', name: 'cost by workload' },
  { id: 'alternatives', name: 'cheaper choices' },
  { id: 'other-launchable', name: 'what NodePools without nodes can launch' },
  { id: 'ignored', name: 'pods that Karpenter ignores' },
  { id: 'waves', name: 'the diagram of the rollout' },
  { id: 'nodes', name: 'nodes after the change' },
  { id: 'rendered', name: 'rendered objects' },
  { id: 'basis', name: 'assumptions' },
  { id: 'coverage', name: 'what this review rests on' },
  { id: 'events', name: 'the course of the rollout' },
  { id: 'more-changes', name: 'more changes' },
  { id: 'pools', name: 'cost by NodePool' },
  { id: 'environments', name: 'figures of each environment' },
  { id: 'plan', name: 'the plans' },
  { id: 'launchable', name: 'what NodePools can launch' },
  { id: 'findings', name: 'more findings' },
  { id: 'changes', name: 'what changes' },
  { id: 'unschedulable', name: 'unschedulable pods' },
  { id: 'notices', name: 'what an apply needs' },
  { id: 'suppressed', name: 'suppressions' },
  { id: 'figures', name: 'remarks on figures' },
  { id: 'causes', name: 'findings' },
];

/** How short each section is: an index into `details`. Sections that are not named show everything. */
export class Levels {
  readonly #levels: ReadonlyMap<SectionId, number>;

  constructor(levels: ReadonlyMap<SectionId, number> = new Map()) {
    this.#levels = levels;
  }

  of(id: SectionId): number {
    return this.#levels.get(id) ?? 0;
  }

  with(id: SectionId, level: number): Levels {
    return new Levels(new Map([...this.#levels, [id, level]]));
  }
}

/** The shortest form of the list of findings that is still useful. If it is too long, it continues in further parts. */
const shortestFindings = 1;

const shortestOf = (id: SectionId): number => {
  if (id === 'findings') return shortestFindings;
  return details.length - 1;
};

/** Every section at its shortest. */
export const shortest: Levels = byImportance.reduce((levels, { id }) => levels.with(id, shortestOf(id)), new Levels());

/** The most detailed levels that fit: the least important section is shortened as far as it takes, or left out, then the next one. */
export function fittingLevels(fits: (levels: Levels) => boolean): Levels | undefined {
  let levels = new Levels();
  if (fits(levels)) return levels;
  if (!fits(shortest)) return undefined;

  for (const { id } of byImportance) {
    for (let level = 1; level <= shortestOf(id); level++) {
      levels = levels.with(id, level);
      if (fits(levels)) return levels;
    }
  }

  return undefined;
}
