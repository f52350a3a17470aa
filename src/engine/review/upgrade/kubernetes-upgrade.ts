import type { Effect } from '../../change.ts';
import { type CloudProvider, classProviderOf, type KubernetesChange } from '../../cloud-provider/cloud-provider.ts';
import { isOfKind } from '../../cloud-provider/node-class.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Hint } from '../../manifest/hints/hint.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { firstNames } from '../../provisioning/diagnostics/manifest-diagnostic.ts';
import type { Span } from '../../source.ts';
import type { Context } from '../context.ts';

type Scope = Pick<Context, 'before' | 'target' | 'catalog' | 'head' | 'facts'>;

/** The change of Kubernetes in a cluster; undefined where it stays, or is not known on both sides. */
export function kubernetesChange({
  before,
  target,
  catalog,
}: Omit<Scope, 'head' | 'facts'>): KubernetesChange | undefined {
  const [from, to] = [before.target.kubernetesVersion, target.kubernetesVersion];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { from, to, catalog };
}

/** Says that the change brings another Kubernetes, where the repository names it, and which node classes follow. */
export function kubernetesUpgrade(scope: Scope): Diagnostic[] {
  const { before, target, head, facts } = scope;
  const change = kubernetesChange(scope);
  const span = target.kubernetesVersionSpan;
  if (change && span) return [note({ was: change.from, is: change.to, span }, helpFor(change, head, facts.providers))];
  const moved = movedHints(before.target.kubernetesHints, target.kubernetesHints);
  return moved.map((upgrade) => note(upgrade, oneOfSeveral));
}

interface Upgrade {
  readonly was: string;
  readonly is: string;
  readonly span: Span;
}

/** Where several clusters are named, or one that EKS no longer runs, nobody knows whose NodePools follow. */
const oneOfSeveral =
  'Images by alias follow the control plane: all nodes of classes of this cluster that have one are replaced. Which those are, `environments` with `paths` in plumbline.yaml say.';

/** Places that name another version than the same place of base, by file and in order; those that others overrule are left aside. */
function movedHints(base: readonly Hint[], head: readonly Hint[]): Upgrade[] {
  const areWeak = [...base, ...head].every(({ isWeak }) => isWeak);
  const files = [...new Set(head.map(({ span }) => span.file))];
  return files.flatMap((file) => {
    const isMeant = ({ span, isWeak }: Hint): boolean => span.file === file && isWeak === areWeak;
    const [old, own] = [base.filter(isMeant), head.filter(isMeant)];
    if (old.length !== own.length) return [];
    return own.flatMap(({ value: is, span }, i) => (old[i]!.value === is ? [] : [{ was: old[i]!.value, is, span }]));
  });
}

const note = ({ was, is, span }: Upgrade, help: string): Diagnostic => ({
  ...{ code: 'upgrade/kubernetes', severity: 'note', message: `Kubernetes goes from ${was} to ${is}` },
  ...{ span, labels: [], resource: null, help },
});

function helpFor(change: KubernetesChange, head: ManifestSet, providers: readonly CloudProvider[]): string {
  const { to } = change;
  const kinds = providers.flatMap(({ nodeClasses }) => nodeClasses);
  const isClass = (one: Manifest): boolean => !one.isPartial && kinds.some((kind) => isOfKind(one, kind));
  const classes = head.manifests.filter(isClass);
  const effectOn = (nodeClass: Manifest): Effect | undefined =>
    classProviderOf(nodeClass, providers)?.drift?.kubernetesChanges(nodeClass, change)[0]?.effect;
  const named = (effect: Effect | undefined): string => {
    const such = classes.filter((one) => effectOn(one) === effect);
    return firstNames([...new Set(such.map(({ name }) => `\`${name}\``))].sort());
  };
  const [replaced, imageless, others] = [named('all-nodes'), named('new-nodes'), named(undefined)];
  const lines = [
    replaced &&
      `Karpenter takes images for ${to} once the control plane has it: all nodes of ${replaced} drift and are replaced.`,
    imageless && `There are no images for ${to} of the release that ${imageless} pins: nothing is launched then.`,
    others && `What ${others} selects does not follow: look for images for ${to}, too.`,
  ];
  return lines.filter(Boolean).join(' ') || `Nodes need images for ${to}, too.`;
}
