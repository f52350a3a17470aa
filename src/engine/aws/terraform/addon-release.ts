import type { Instance } from '../../manifest/terraform/modules/module.ts';
import { blockObject } from '../../manifest/terraform/resources/block-object.ts';
import { releaseText } from '../../manifest/terraform/resources/helm-release.ts';
import {
  madeText,
  objectOf,
  type TfEntry,
  type TfString,
  tfValueAt,
} from '../../manifest/terraform/values/tf-value.ts';

/** The release that the EKS Blueprints add-ons module creates from its input `karpenter`. */
export function addonRelease(instance: Instance): TfString | undefined {
  const inputs = blockObject(instance);
  const input = tfValueAt(inputs, 'karpenter');
  if (input?.kind !== 'object') return undefined;

  const version = input.entries.get('chart_version');
  const chart: TfEntry = { value: madeText('karpenter', input.at) };
  const entries = [...input.entries, ['chart', chart] as const, ...(version ? [['version', version] as const] : [])];

  return releaseText({ name: 'karpenter', at: instance.block.head, spec: objectOf(entries, input.at) });
}
