import type { Instance } from '../../manifest/terraform/modules/module.ts';
import { blockObject } from '../../manifest/terraform/resources/block-object.ts';
import { releaseText } from '../../manifest/terraform/resources/helm-release.ts';
import {
  interpolatedText,
  madeText,
  objectOf,
  type TfEntry,
  type TfObject,
  type TfString,
  tfValueAt,
} from '../../manifest/terraform/values/tf-value.ts';

/** The release of Karpenter that the EKS Blueprints add-ons module creates from its input `karpenter`. */
export function addonRelease(instance: Instance): TfString | undefined {
  const input = tfValueAt(blockObject(instance), 'karpenter');
  if (input?.kind !== 'object') return undefined;
  return releaseOf('karpenter', input, instance);
}

/**
 * The release of Cluster Autoscaler that the same module creates if `enable_cluster_autoscaler` is true.
 * Source: aws-ia/terraform-aws-eks-blueprints-addons main.tf, `module "cluster_autoscaler"`.
 */
export function autoscalerRelease(instance: Instance): TfString | undefined {
  const inputs = blockObject(instance);
  const isOn = tfValueAt(inputs, 'enable_cluster_autoscaler');
  if (isOn === undefined || interpolatedText(isOn) !== 'true') return undefined;

  const input = tfValueAt(inputs, 'cluster_autoscaler');
  if (input !== undefined && input.kind !== 'object') return undefined;
  return releaseOf('cluster-autoscaler', input ?? objectOf([], isOn.at), instance);
}

/** A release of a chart with the inputs that the module has for it. */
function releaseOf(chart: string, input: TfObject, { block }: Instance): TfString | undefined {
  const version = input.entries.get('chart_version');
  const named: TfEntry = { value: madeText(chart, input.at) };
  const entries = [...input.entries, ['chart', named] as const, ...(version ? [['version', version] as const] : [])];

  return releaseText({ name: chart, at: block.head, spec: objectOf(entries, input.at) });
}
