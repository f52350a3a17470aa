import { classProviderOf, type KubernetesChange } from '../../karpenter/cloud-provider/cloud-provider.ts';
import { isOfKind } from '../../karpenter/cloud-provider/node-class.ts';
import type { Effect } from '../../manifest/change.ts';
import type { Hint } from '../../manifest/hints/hint.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { listIf } from '../../text/list-if.ts';
import type { Span } from '../../text/source.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { Context } from '../context/context.ts';

type Scope = Pick<Context, 'before' | 'target' | 'catalog' | 'head' | 'facts' | 'related'>;

/** The change of the Kubernetes version in a cluster; undefined if it stays the same or is unknown on one side. */
export function kubernetesChange({
  before,
  target,
  catalog,
}: Pick<Scope, 'before' | 'target' | 'catalog'>): KubernetesChange | undefined {
  if (isOfNewCluster(before.target, target)) return undefined;
  const retired = before.target.retiredKubernetes?.version;
  const [from, to] = [retired ?? before.target.kubernetesVersion, namedVersion(target)];
  if (from === undefined || to === undefined || from === to || isGuess(target)) return undefined;
  return { from, to, catalog, ...(retired !== undefined && { mayBeDone: true }) };
}

/** The one version that the files of a side name, whether the provider still runs it or not. */
const namedVersion = ({ retiredKubernetes, kubernetesVersion }: Context['target']): string | undefined =>
  retiredKubernetes?.version ?? kubernetesVersion;

/** Reports that the change brings another Kubernetes version, if the repository names it, and which node classes it affects. */
export function kubernetesUpgrade(scope: Scope): Diagnostic[] {
  const change = kubernetesChange(scope);
  const firstVersion = firstVersionOf(scope);
  if (firstVersion) return [firstVersion];
  if (change === undefined)
    return kubernetesUpgrades(scope).map((upgrade) => note(upgrade, { help: oneOfSeveral, consequence: nodesUnknown }));

  const help = helpFor(change, scope);
  const isUnknown = nodeClassesOf(scope).length === 0;
  const consequence = isUnknown ? nodesUnknown : stayingText(change, scope);
  return kubernetesUpgrades(scope).map((upgrade) => note(upgrade, { help, consequence }));
}

/** What is said of an upgrade if nothing here says which nodes are in its cluster. */
const nodesUnknown = ', and which nodes that replaces is unknown';

/** Whether nothing here says which nodes the upgrade of a finding replaces. */
export const isUpgradeOfUnknownNodes = ({ code, message }: Diagnostic): boolean =>
  code === 'upgrade/kubernetes' && message.endsWith(nodesUnknown);

/** A place in the repository that names another Kubernetes version than before. */
export interface KubernetesUpgrade {
  readonly from: string;
  readonly to: string;
  readonly span: Span;
}

/** The upgrades and downgrades of Kubernetes that the change brings: one, or one for each place if the repository names several versions. */
export function kubernetesUpgrades(scope: Pick<Scope, 'before' | 'target' | 'catalog'>): readonly KubernetesUpgrade[] {
  const { before, target } = scope;
  const change = kubernetesChange(scope);
  const span = target.retiredKubernetes?.span ?? target.kubernetesVersionSpan;
  if (change) {
    if (span) return [{ from: change.from, to: change.to, span }];
    return [];
  }
  return movedHints(before.target.kubernetesHints.filter(isUsed), target.kubernetesHints.filter(isUsed));
}

const isUsed = ({ isReplaced = false, isOfComment = false }: Hint): boolean => !isReplaced && !isOfComment;

/** Whether only values name a version that no cluster gets: defaults that every caller sets, and what only comments use. */
const isGuess = ({ kubernetesHints }: Context['target']): boolean =>
  kubernetesHints.length > 0 && !kubernetesHints.some(isUsed);

/**
 * Whether only a module names a version before, and no cluster had it: all callers set another one, or the change brings the first caller. What a new
 * caller creates starts with its own version.
 */
function isOfNewCluster(before: Context['target'], { kubernetesHints }: Context['target']): boolean {
  if (isGuess(before)) return true;
  const called = new Set(kubernetesHints.flatMap(({ isOfCalled, span }) => listIf(isOfCalled === true, span.file)));
  const { kubernetesHints: hints } = before;
  return hints.length > 0 && hints.every((hint) => hint.isOfCalled !== true && called.has(hint.span.file));
}

/** Used without node classes. Source: docs.aws.amazon.com/eks/latest/userguide/update-cluster.html, and `version` of the modules of node groups. */
const followers =
  'All nodes are replaced of node classes that select images by alias, and of managed node groups that take their version from the cluster.';

/** Used if the repository names several versions, or one that EKS no longer runs: then the affected NodePools are unknown. */
const oneOfSeveral = `${followers} To see which node classes are affected, set \`environments\` with \`paths\` in plumbline.yaml.`;

/** Places that name another version than the same place in base, matched by file and order. Places that others override are ignored. */
function movedHints(base: readonly Hint[], head: readonly Hint[]): KubernetesUpgrade[] {
  const areWeak = [...base, ...head].every(({ isWeak }) => isWeak);
  const files = [...new Set(head.map(({ span }) => span.file))];

  return files.flatMap((file) => {
    const isMeant = ({ span, isWeak }: Hint): boolean => span.file === file && isWeak === areWeak;
    const [old, present] = [base.filter(isMeant), head.filter(isMeant)];
    if (old.length !== present.length) return [];
    return present.flatMap(({ value: to, span }, i) => {
      if (old[i]!.value === to) return [];
      return [{ from: old[i]!.value, to, span }];
    });
  });
}

/** A version that a cluster gets since the change. Before it, only comments use the value, so which version runs is unknown. */
function firstVersionOf({ before, target }: Pick<Scope, 'before' | 'target'>): Diagnostic | undefined {
  const { kubernetesHints: hints } = before.target;
  if (hints.length === 0 || !hints.every(({ isOfComment }) => isOfComment === true)) return undefined;

  const [hint] = target.kubernetesHints.filter(isUsed);
  if (hint === undefined || !hints.some(({ span }) => span.file === hint.span.file)) return undefined;

  const message = `The change sets Kubernetes ${hint.value} where only a comment names a version before${nodesUnknown}`;
  return { ...note({ from: '', to: hint.value, span: hint.span }, { help: oneOfSeveral, consequence: '' }), message };
}

/**
 * A control plane goes back by one minor version at most, so nodes are replaced only if it does. Source:
 * docs.aws.amazon.com/eks/latest/best-practices/rollback-cluster-upgrades.html.
 */
function helpForEarlier({ from, to }: KubernetesUpgrade): string | undefined {
  const [[major, minor], [otherMajor, otherMinor]] = [from, to].map((version) => version.split('.').map(Number)) as [
    [number, number],
    [number, number],
  ];
  if (major !== otherMajor || !(otherMinor < minor)) return undefined;
  if (minor - otherMinor > 1)
    return `EKS takes a control plane back by one minor version at most, so a cluster that runs ${from} keeps it. Only a new cluster starts with ${to}.`;
  return `EKS takes a control plane back by one minor version, within seven days of its upgrade. Otherwise, a cluster that runs ${from} keeps it.`;
}

const note = (
  { from, to, span }: KubernetesUpgrade,
  { help, consequence }: { readonly help: string; readonly consequence: string },
): Diagnostic => ({
  code: 'upgrade/kubernetes',
  severity: 'note',
  message: `Kubernetes changes from ${from} to ${to}${consequence}`,
  span,
  labels: [],
  resource: null,
  help: helpForEarlier({ from, to, span }) ?? help,
});

/** The node classes after the change that are known as a whole. */
function nodeClassesOf({ head, facts: { providers } }: Pick<Scope, 'head' | 'facts'>): readonly Manifest[] {
  const kinds = providers.flatMap(({ nodeClasses }) => nodeClasses);
  return head.manifests.filter((manifest) => !manifest.isPartial && kinds.some((kind) => isOfKind(manifest, kind)));
}

/** The node classes of a side, and what a change of the Kubernetes version does to each of them. */
interface UpgradedClasses {
  readonly classes: readonly Manifest[];
  effectOn(nodeClass: Manifest): Effect | undefined;
  /** Whether all images that it selects are for a version. */
  isFor(nodeClass: Manifest, version: string): boolean;
}

function upgradedClasses(change: KubernetesChange, scope: Scope): UpgradedClasses {
  const { facts, related } = scope;
  const { providers } = facts;

  return {
    classes: nodeClassesOf(scope),
    effectOn: (nodeClass) =>
      classProviderOf(nodeClass, providers)?.drift?.kubernetesChanges(nodeClass, change)[0]?.effect,
    isFor: (nodeClass, version) => {
      const cluster = related.head().clusterOf(nodeClass);
      return classProviderOf(nodeClass, providers)?.drift?.hasImagesFor?.({ nodeClass, cluster }, version) === true;
    },
  };
}

const namesOf = (classes: readonly Manifest[]): string =>
  firstNames([...new Set(classes.map(({ name }) => quoted(name)))].sort());

/** `, and new nodes of `default` stay on 1.33`: node classes whose images are for the version before. */
function stayingText(change: KubernetesChange, scope: Scope): string {
  const { classes, effectOn, isFor } = upgradedClasses(change, scope);
  const staying = classes.filter(
    (nodeClass) => effectOn(nodeClass) === undefined && isFor(nodeClass, change.from) && !isFor(nodeClass, change.to),
  );

  if (staying.length === 0) return '';
  return `, and new nodes of ${namesOf(staying)} stay on ${change.from}`;
}

function helpFor(change: KubernetesChange, scope: Scope): string {
  const { to } = change;
  const { classes, effectOn, isFor } = upgradedClasses(change, scope);
  const isReady = (nodeClass: Manifest): boolean => isFor(nodeClass, to);

  const named = (effect: Effect | undefined): string => {
    return namesOf(classes.filter((nodeClass) => effectOn(nodeClass) === effect && !isReady(nodeClass)));
  };

  const [replaced, imageless, others] = [named('all-nodes'), named('new-nodes'), named(undefined)];

  const lines = [
    replaced &&
      `Once the control plane runs Kubernetes ${to}, Karpenter uses images for it: all nodes of ${replaced} drift and must be replaced.`,
    imageless &&
      `There are no images for Kubernetes ${to} among those that ${imageless} selects, so Karpenter would launch no nodes. Select images that exist for it first.`,
    others &&
      `The images that ${others} selects do not follow the control plane: select images for Kubernetes ${to} as well.`,
  ];

  if (classes.length > 0 && classes.every(isReady)) {
    return `Upgrade the control plane before its nodes: the images of all node classes here are for Kubernetes ${to}.`;
  }
  return lines.filter(Boolean).join(' ') || followers;
}
