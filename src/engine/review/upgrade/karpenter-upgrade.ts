import { compareMinors, minorOf } from '../../karpenter/api/versions.ts';
import { replacesCrds } from '../../karpenter/installation/replaced-crds.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import type { Span } from '../../text/source.ts';
import type { Context } from '../context/context.ts';
import { namedMinor } from '../context/karpenter-version.ts';
import type { Target } from '../context/target.ts';
import { karpenterSteps, requiredStops } from './karpenter-steps.ts';
import { isStepDone } from './step-evidence.ts';

/** Reports that the change brings another minor version of Karpenter, if the repository names it, and what that means for running nodes. */
export function karpenterUpgrade({
  before,
  target,
  karpenter,
  facts,
  head,
  related,
}: Pick<Context, 'before' | 'target' | 'karpenter' | 'facts' | 'head' | 'related'>): Diagnostic[] {
  const [from, to] = [before.target, target].map(namedMinor) as [string, string];
  const span = target.karpenterVersionSpan;
  if (span === undefined) return [];
  if (from === to) return patchUpgrade(before.target, target, span);

  const isRehashed = before.karpenter.nodeClassHashVersion !== karpenter.nodeClassHashVersion;
  // Only kinds whose drift hash is known and Karpenter’s own. Their names end in `Class`, hence the plural.
  const classes = facts.providers
    .flatMap(({ drift, catalog, nodeClasses }) => {
      if (drift && catalog === undefined) return nodeClasses.map(({ kind }) => `${kind}es`);
      return [];
    })
    .join(' and ');

  const rehashed = `Karpenter ${to} hashes ${classes} differently and treats all running nodes as up to date when it starts. Other changes to these classes in this pull request may therefore replace no nodes.`;
  const [packBefore, pack] = [before.target.karpenterVersion, target.karpenterVersion];

  const checked = () => {
    if (packBefore === pack) return `Base and head are checked against ${pack}`;
    return `Base is checked against ${packBefore}, head against ${pack}`;
  };

  // A path with several stops has a finding of its own.
  const hasPath = requiredStops(from, to).length > 0;
  const evidence = { isDone: isStepDone({ head, related }), release: before.target.karpenterRelease };
  const steps = hasPath ? [] : karpenterSteps(from, to, evidence);

  const help = [
    ...listIf(!replacesCrds(head), "Also upgrade Karpenter's CRDs, because Helm does not update existing CRDs."),
    ...listIf(isRehashed, rehashed),
  ];

  const direction = compareMinors(from, to) < 0 ? 'upgraded' : 'downgraded';

  return [
    {
      code: 'upgrade/karpenter',
      severity: 'note',
      message: `Karpenter is ${direction} from ${from} to ${to}. ${checked()}`,
      span,
      labels: [],
      resource: null,
      // What has to be done is not folded.
      ...(steps.length > 0 && { steps, isProminent: true as const }),
      ...(help.length > 0 && { help: help.join(' ') }),
    },
  ];
}

/** Another patch version, of which the figures know nothing. `upgrade/bad-release` names those with a fault. */
function patchUpgrade(before: Target, after: Target, span: Span): Diagnostic[] {
  const [from, to] = [before.karpenterRelease, after.karpenterRelease];
  if (from === undefined || to === undefined || from === to) return [];

  const shared = { code: 'upgrade/karpenter', severity: 'note', span, labels: [], resource: null } as const;
  const [minorBefore, minor] = [minorOf(from), minorOf(to)];
  if (minorBefore !== minor) {
    const verb = compareMinors(minorBefore, minor) < 0 ? 'upgraded' : 'downgraded';
    return [{ ...shared, message: `Karpenter is ${verb} from ${from} to ${to}` }];
  }

  return [
    {
      ...shared,
      message: `Karpenter changes from ${from} to ${to}. The figures do not depend on the patch version`,
      help: 'Read the release notes of the patch versions in between.',
    },
  ];
}
