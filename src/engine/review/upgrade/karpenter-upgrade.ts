import { compareMinors } from '../../api/versions.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Context } from '../context.ts';

/** Says that the change brings another minor of Karpenter, where the repository names it, and what follows for nodes that run. */
export function karpenterUpgrade({
  before,
  target,
  karpenter,
  facts,
}: Pick<Context, 'before' | 'target' | 'karpenter' | 'facts'>): Diagnostic[] {
  const [was, is] = [before.target.karpenterVersion, target.karpenterVersion];
  const span = target.karpenterVersionSpan;
  if (span === undefined || was === is) return [];
  const isRehashed = before.karpenter.nodeClassHashVersion !== karpenter.nodeClassHashVersion;
  // Of those whose hash is known; what kinds of node classes are called ends in `Class`.
  const classes = facts.providers
    .flatMap(({ drift, nodeClasses }) => (drift ? nodeClasses.map(({ kind }) => `${kind}es`) : []))
    .join(' and ');
  const rehashed = `Karpenter ${is} hashes ${classes} in another way and takes the nodes that run for up to date when it starts, so that what else this change does to a class may replace none of them.`;
  return [
    {
      code: 'upgrade/karpenter',
      severity: 'note',
      message: `Karpenter goes ${compareMinors(was, is) < 0 ? 'from' : 'back from'} ${was} to ${is}: base is judged by the one, head by the other`,
      span,
      labels: [],
      resource: null,
      help: `Upgrade its CRDs, too: Helm leaves those alone that are there.${isRehashed ? ` ${rehashed}` : ''}`,
    },
  ];
}
