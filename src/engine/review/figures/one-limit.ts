import type { AdvisedLimit, Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { textIf } from '../../text/words/text-if.ts';

/** An advised limit with the cluster of its NodePool. */
interface PlacedAdvice extends AdvisedLimit {
  readonly cluster: string | undefined;
}

/** Keeps one finding about a limit: that pods wait for room in it says more than that nodes use it up. */
export const withoutRepeatedLimits = (diagnostics: readonly Diagnostic[]): readonly Diagnostic[] => {
  const reached = new Set<string>();

  return diagnostics.filter(({ code, cluster, span }) => {
    if (code !== 'provisioning/limit-reached') return true;

    const key = JSON.stringify([cluster, span]);
    const isRepeated = reached.has(key);
    reached.add(key);
    return !isRepeated;
  });
};

/** Makes all findings about a limit of a NodePool advise the same amount: the highest one, which suffices for each of them. */
export function withOneLimit(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const all = diagnostics.flatMap(({ cluster, advisedLimits = [] }) =>
    advisedLimits.map((advice): PlacedAdvice => ({ ...advice, cluster })),
  );

  const highest = new Map([...groupBy(all, keyOf)].map(([key, some]) => [key, some.reduce(higher)]));

  return diagnostics.map((diagnostic) => {
    const { cluster, advisedLimits = [], help } = diagnostic;
    if (help === undefined || advisedLimits.length === 0) return diagnostic;

    const changed = advisedLimits.reduce((text, advice) => {
      const most = highest.get(keyOf({ ...advice, cluster }))!;
      if (isAsHigh(advice, most)) return text;
      return text.replace(advice.text, () => textOf(most, advice));
    }, help);

    return { ...diagnostic, help: changed };
  });
}

const keyOf = ({ cluster, nodePool, resource }: PlacedAdvice): string => JSON.stringify([cluster, nodePool, resource]);

const isAsHigh = (a: AdvisedLimit, b: AdvisedLimit): boolean => a.amount === b.amount && a.isAbove === b.isAbove;

const higher = <A extends AdvisedLimit>(a: A, b: A): A => {
  if (a.amount !== b.amount) return a.amount > b.amount ? a : b;
  if (b.isAbove) return b;
  return a;
};

/** The highest limit, in the words of another advice. */
function textOf({ resource, written, isAbove }: AdvisedLimit, { nodePool, text }: AdvisedLimit): string {
  const whose = textIf(text.includes(' of NodePool '), ` of NodePool \`${nodePool}\``);
  const bound = isAbove ? 'above' : 'to at least';
  return `\`limits.${resource}\`${whose} ${bound} \`${written}\``;
}
