import type { Diagnostic } from '../diagnostic.ts';
import { followsKubernetes } from '../diff/kubernetes-images.ts';
import { nodeClassesOf } from '../lint/node-class-fields.ts';
import type { Hint } from '../manifest/hint.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { listed } from '../provisioning/finding.ts';
import type { Span } from '../source.ts';
import type { Context } from './context.ts';

/** Says that the change brings another Kubernetes, where the repository names it, and which node classes follow. */
export function kubernetesUpgrade({ before, target, head }: Pick<Context, 'before' | 'target' | 'head'>): Diagnostic[] {
  const [was, is] = [before.target.kubernetesVersion, target.kubernetesVersion];
  const span = target.kubernetesVersionSpan;
  if (was !== undefined && is !== undefined && was !== is && span !== undefined)
    return [note({ was, is, span }, helpFor(is, head))];
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

function helpFor(version: string, head: ManifestSet): string {
  const classes = nodeClassesOf(head).filter(({ isPartial }) => !isPartial);
  const lines = [
    sentence(
      classes.filter((one) => followsKubernetes(one)),
      (names) =>
        `Karpenter takes images for ${version} once the control plane has it: all nodes of ${names} drift and are replaced.`,
    ),
    sentence(
      classes.filter((one) => !followsKubernetes(one)),
      (names) => `What ${names} selects does not follow: look for images for ${version}, too.`,
    ),
  ];
  return lines.filter((line) => line !== '').join(' ') || `Nodes need images for ${version}, too.`;
}

const sentence = (classes: readonly Manifest[], say: (names: string) => string): string =>
  classes.length === 0 ? '' : say(listed([...new Set(classes.map(({ name }) => `\`${name}\``))].sort()));
