import type { ArgumentDecision, RuledTopic } from '../../manifest/terraform/resources/resource-makers.ts';

/**
 * What is known about a changed place. `modelled`: a stage compares both values, or a rule says what the change does.
 * `harmless`: known not to matter to nodes, pods, the controller or an apply. `outside`: it cannot reach the cluster
 * under review. `not understood`: everything else.
 */
export type PlaceClass = 'modelled' | 'harmless' | 'outside' | 'not understood';

/** What a changed place is, and why it has its class. */
export interface Judgement {
  readonly class: PlaceClass;
  /** What changes, as a name: `NodePool web spec.limits.cpu`. */
  readonly what: string;
  /** A clause that says why: `a label that nothing selects`. */
  readonly reason: string;
  /** Only for what is not understood: it may reach Karpenter's controller, its permissions, its nodes, or the admission of pods. */
  readonly isNear?: true;
  /** Only for what is not understood: the object that it makes and whose change nobody understands, by its name. */
  readonly unclear?: string;
  /**
   * Only for what is not understood: what is applied is seen, such as a field of a known kind, and only its effect is unknown. Anything else that
   * is not understood may become any object, so it is opaque to a plan.
   */
  readonly isSeen?: true;
  /** Only for what is not understood: a value that a stage reads, and that is unknown on a side, so that nobody can compare it. */
  readonly isUncompared?: true;
  /**
   * Only for what rules read, which may have nothing to say about a change: what they work out from it. `settledLedger`
   * keeps such a place as modelled if one of them says something, or if they work out the same on both sides.
   */
  readonly topics?: readonly RuledTopic[];
  /** Only for what rules read: it is a value that has an effect only where it is used, which may be another file of its folder. */
  readonly isPassedOn?: true;
  /** Only for what is not understood, or read by rules: what the place decides, as a clause. What the change does is still open. */
  readonly decides?: string;
  /** Only for what is harmless: no program reads it, such as a comment, or it only says where something is. */
  readonly isForPeople?: true;
}

export const modelled = (what: string, reason: string): Judgement => ({ class: 'modelled', what, reason });
/** What rules read. They may judge it in one direction only. */
export const ruled = (what: string, reason: string, topic: RuledTopic): Judgement =>
  withTopics(modelled(what, reason), [topic]);
export const harmless = (what: string, reason: string): Judgement => ({ class: 'harmless', what, reason });
/** What is harmless because no program reads it. */
export const forPeople = (what: string, reason: string): Judgement => ({
  ...harmless(what, reason),
  isForPeople: true,
});
export const outOfReach = (what: string, reason: string): Judgement => ({ class: 'outside', what, reason });

/** What no stage and no rule accounts for. */
export const notUnderstood = (what: string, reason: string, isNear = false): Judgement => ({
  class: 'not understood',
  what,
  reason,
  ...(isNear && { isNear }),
});

/** What is not understood although it is seen what is applied. */
export const seenOnly = (what: string, reason: string, isNear = false): Judgement => ({
  ...notUnderstood(what, reason, isNear),
  isSeen: true,
});

/** What is not understood says what it decides as its reason. What rules read keeps it until they have run. */
export function deciding(judgement: Judgement, decides: string): Judgement {
  if (judgement.class !== 'not understood') return { ...judgement, decides };
  return { ...judgement, decides, reason: `it decides ${decides}, and plumbline does not judge this change` };
}

/** A judgement with what is known of the place itself. Only what no stage compares can become harmless. */
export function withDecision(judgement: Judgement, decision: ArgumentDecision | undefined): Judgement {
  const isOpen = judgement.class === 'not understood' || judgement.topics !== undefined;
  if (decision === undefined || !isOpen || judgement.isUncompared) return judgement;

  if ('decides' in decision) return deciding(judgement, decision.decides);
  if (judgement.topics !== undefined) return judgement;
  return harmless(judgement.what, decision.harmless);
}

/** What a stage reads, and cannot compare. */
export const uncompared = (judgement: Judgement, reason: string): Judgement => ({
  ...notUnderstood(judgement.what, reason, true),
  isSeen: true,
  isUncompared: true,
});

/** Whether a place may become any object. */
export const isOpaque = ({ class: name, isSeen }: Judgement): boolean => name === 'not understood' && isSeen !== true;

/** A judgement that rests on what rules work out. */
export const withTopics = (judgement: Judgement, topics: readonly RuledTopic[] | undefined): Judgement => {
  if (topics === undefined || topics.length === 0) return judgement;
  return { ...judgement, topics: [...new Set(topics)].sort() };
};

/** A judgement for several places: opaque to a plan if one of them is, and settled once the topics of all are. */
export function asPlace(judgement: Judgement, all: readonly Judgement[]): Judgement {
  if (judgement.class === 'modelled')
    return withTopics(
      judgement,
      all.flatMap(({ topics = [] }) => topics),
    );

  if (judgement.isSeen !== true || !all.some(isOpaque)) return judgement;
  const { isSeen: _, ...opaque } = judgement;
  return opaque;
}

/** The one of several judgements of a place that says least for it. */
export function weakest(judgements: readonly Judgement[]): Judgement | undefined {
  const rank = ({ class: name, isNear, topics }: Judgement): number => {
    if (name === 'not understood') {
      if (isNear) return 0;
      return 1;
    }

    // What only rules read says less for a place than a comparison.
    if (name === 'modelled' && topics !== undefined) return 2;
    return ['modelled', 'harmless', 'outside'].indexOf(name) + 3;
  };

  const result = judgements.reduce<Judgement | undefined>((weakest, judgement) => {
    if (weakest === undefined || rank(judgement) < rank(weakest)) return judgement;
    return weakest;
  }, undefined);

  return result && asPlace(result, judgements);
}
