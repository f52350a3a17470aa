import type { NewlyOwned } from '../../changes/diff/newly-owned.ts';
import type { Applier } from '../../manifest/kept-in-cluster.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { byCount } from '../../text/words/plural.ts';
import { firstNames, quoted, quotedTitle } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import type { Context } from '../context/context.ts';

/** A warning for each owner that deletes what another one applies from now on. */
export function newlyOwnedFindings({ newlyOwned }: Pick<Context, 'newlyOwned'>): Diagnostic[] {
  const sorted = [...newlyOwned].sort(
    (a, b) => Number(b.manifest.kind === 'NodePool') - Number(a.manifest.kind === 'NodePool'),
  );
  const groups = groupBy(sorted, (object) => {
    const { by, owner, manifest } = object;
    // Everything that goes with a definition is one finding, in whatever files it is.
    const file = goesWithOwner(object) ? '' : manifest.source.file;
    return JSON.stringify([by, groupName(by, owner), file]);
  });
  return [...groups.values()].map((all) => findingOf(all as [NewlyOwned, ...NewlyOwned[]]));
}

/** Whether an object is deleted with the definition that applied it. */
const goesWithOwner = ({ by, set, isOwnerGone }: NewlyOwned): boolean =>
  hasFinalizer(by) && (isOwnerGone === true || set !== undefined);

/** All resources of a Terraform root that leave it for one file are one finding. */
const groupName = (by: Applier, owner: string): string => {
  if (by === 'terraform') return '';
  return owner;
};

function findingOf(all: readonly [NewlyOwned, ...NewlyOwned[]]): Diagnostic {
  const [first] = all;
  const { manifest, by, owner } = first;
  const names = all.map((object) => `${object.manifest.kind} ${quoted(object.manifest.name)}`);
  const pools = all.filter((object) => object.manifest.kind === 'NodePool').length;
  const its = byCount(all.length, 'it its', `the NodePool${byCount(pools, ' its', 's their')}`);
  const nodes = textIf(pools > 0, ` and with ${its} nodes`);
  const addresses = [...new Set(all.map((object) => object.owner))];

  return {
    code: 'render/other-owner',
    severity: 'warning',
    message: messageOf(first, { names: firstNames(names), nodes, owner: quotedTitle(owner), addresses }),
    span: manifest.span(['metadata', 'name']),
    labels: [],
    resource: manifest.ref,
    help: helpOf({ by, isRenamed: goesWithOwner(first), addresses }),
    isChanged: true,
  };
}

interface Told {
  readonly names: string;
  readonly nodes: string;
  readonly owner: string;
  readonly addresses: readonly string[];
}

function messageOf(object: NewlyOwned, texts: Told): string {
  const { by, successor, set } = object;
  if (set !== undefined) return ofSet(texts, set);
  if (goesWithOwner(object)) return finalized(texts, successor);
  return messages[by](texts);
}

/** Source: argo-cd docs/operator-manual/applicationset/Application-Deletion.md. */
const ofSet = ({ names, nodes, owner }: Told, set: string): string =>
  `The change removes ${quotedTitle(set)} and with it ${owner}, whose finalizer deletes ${names}${nodes}. Only then can the other set create it again`;

const raced = ({ names, nodes, owner }: Told): string =>
  `${owner} deletes ${names}${nodes} if it is the first to sync, because it no longer applies what this file has`;

/** Whether what a definition applied is deleted by a finalizer of the definition. */
const hasFinalizer = (by: Applier): by is 'argocd' | 'flux' => by === 'argocd' || by === 'flux';

/**
 * Source: argo-cd docs/user-guide/app_deletion.md; kustomize-controller
 * internal/controller/kustomization_controller.go, finalize. Objects belong to the definition that their tracking
 * annotation or label names last.
 */
function finalized({ names, nodes, owner }: Told, successor: string | undefined): string {
  const other = successor === undefined ? 'what applies this file now' : quotedTitle(successor);
  return `The change removes ${owner}, whose finalizer deletes ${names}${nodes}, unless ${other} has synced before`;
}

interface HelpSubject {
  readonly by: Applier;
  readonly isRenamed: boolean;
  readonly addresses: readonly string[];
}

function helpOf({ by, isRenamed, addresses }: HelpSubject): string {
  if (by === 'terraform') return forgetting(addresses);
  if (isRenamed && by === 'flux') return withoutPruning;
  if (isRenamed) return withoutFinalizer;
  return helps[by];
}

const withoutFinalizer =
  'Keep the name. Or first remove the finalizer of the Application (in an ApplicationSet: set `preserveResourcesOnDeletion: true`), and rename it in a later change.';

/** Source: Flux docs, Kustomization, "Prune": nothing is deleted with a Kustomization whose `prune` is false. */
const withoutPruning =
  'Keep the name. Or first set `prune: false` in the Kustomization and reconcile it, and rename it in a later change.';

const messages: Readonly<Record<Applier, (told: Told) => string>> = {
  terraform: ({ names, nodes, addresses }) =>
    `The next apply of Terraform destroys ${names}${nodes}: this file defines what ${firstNames(addresses.map(quoted))} created, and nothing tells Terraform to forget it`,
  helm: ({ names, nodes, owner }) => `Helm deletes ${names}${nodes}, because ${owner} no longer has what this file has`,
  argocd: raced,
  flux: raced,
};

/** Source: Terraform docs, "Remove resources from state" (`removed` since 1.7). */
const forgetting = ([address = '', ...others]: readonly string[]): string =>
  `Add \`removed { from = ${address}, lifecycle { destroy = false } }\`${textIf(others.length > 0, ', and one for each other resource')}, with a line for each argument. Nothing is destroyed if \`terraform state rm\` ran before.`;

const helps: Readonly<Record<Exclude<Applier, 'terraform'>, string>> = {
  helm: 'First release the chart with the annotation `helm.sh/resource-policy: keep` on these objects, and move them in a later change.',
  argocd:
    'First set the annotation `argocd.argoproj.io/sync-options: Prune=false` on these objects and sync, and move them in a later change.',
  flux: 'First set the annotation `kustomize.toolkit.fluxcd.io/prune: disabled` on these objects, and move them in a later change.',
};
