import type { Span } from '../../source.ts';
import { objectOf, type TfObject, textOf } from '../values/tf-value.ts';
import { encodeYaml } from '../values/yaml-text.ts';

/** A call of a module that is not in the repository and probably creates Karpenter objects. */
export interface ModuleElsewhere {
  readonly at: Span;
  /** What the call says about Karpenter: the same text on both sides, if the change edits nothing of that. */
  readonly said: string;
}

/** A call of a module, by its name and its source, and its arguments. */
interface Call {
  readonly at: Span;
  readonly names: readonly string[];
  readonly given: TfObject;
}

const ofKarpenter = /karpenter|node_?class|nodepool/i;

/**
 * Returns what a call says about Karpenter; undefined if it says nothing. A module of the cluster may have a few arguments for Karpenter. Only
 * those count.
 */
export function moduleElsewhere({ at, names, given }: Call): ModuleElsewhere | undefined {
  if (names.some((name) => ofKarpenter.test(name)))
    return { at, said: JSON.stringify([names, textOf(encodeYaml(given))]) };
  const arguments_ = [...given.entries].filter(([name]) => ofKarpenter.test(name));
  return arguments_.length === 0 ? undefined : { at, said: textOf(encodeYaml(objectOf(arguments_, at))) };
}
