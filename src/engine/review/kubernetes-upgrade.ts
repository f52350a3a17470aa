import type { Diagnostic } from '../diagnostic.ts';
import { followsKubernetes } from '../diff/kubernetes-images.ts';
import { nodeClassesOf } from '../lint/node-class-fields.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { listed } from '../provisioning/finding.ts';
import type { Context } from './context.ts';

/** Says that the change brings another Kubernetes, where the repository names it, and which node classes follow. */
export function kubernetesUpgrade({
  before,
  settings,
  target,
  head,
}: Pick<Context, 'before' | 'settings' | 'target' | 'head'>): Diagnostic[] {
  const [was, is] = [before.settings.kubernetesVersion, settings.kubernetesVersion];
  const span = target.kubernetesVersionSpan;
  if (span === undefined || was === undefined || was === is) return [];
  const classes = nodeClassesOf(head).filter(({ isPartial }) => !isPartial);
  const help = [
    sentence(
      classes.filter((one) => followsKubernetes(one)),
      (names) =>
        `Karpenter takes images for ${is} once the control plane has it: all nodes of ${names} drift and are replaced.`,
    ),
    sentence(
      classes.filter((one) => !followsKubernetes(one)),
      (names) => `What ${names} selects does not follow: look for images for ${is}, too.`,
    ),
  ];
  return [
    {
      code: 'upgrade/kubernetes',
      severity: 'note',
      message: `Kubernetes goes from ${was} to ${is}`,
      span,
      labels: [],
      resource: null,
      help: help.filter((line) => line !== '').join(' ') || `Nodes need images for ${is}, too.`,
    },
  ];
}

const sentence = (classes: readonly Manifest[], say: (names: string) => string): string =>
  classes.length === 0 ? '' : say(listed([...new Set(classes.map(({ name }) => `\`${name}\``))].sort()));
