import { compareMinors } from '../../karpenter/api/versions.ts';
import {
  type HelmRelease,
  helmReleasesOf,
  knownTextAt,
  namespaceOfRelease,
  releaseValue,
} from '../../karpenter/installation/helm-releases.ts';
import { replacesCrds } from '../../karpenter/installation/replaced-crds.ts';
import { pinnedMinor } from '../../manifest/hints/hint.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { asText } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { isKnown } from '../../text/evidence.ts';
import type { ReleasePair } from './controller-change.ts';

/** The namespace of the webhook in the CRDs of the chart, unless the values of `karpenter-crd` name another one. */
const defaultNamespace = 'kube-system';

/**
 * Reports that nothing answers the webhook with which Karpenter 1.0 converts the objects that 0.37 and earlier stored.
 * Sources: https://karpenter.sh/v1.0/upgrading/v1-migration/, https://github.com/aws/karpenter-provider-aws/issues/6818 and
 * https://github.com/aws-samples/karpenter-blueprints/issues/17.
 */
export function conversionWebhook([before, after]: ReleasePair, head: ManifestSet): Diagnostic[] {
  const [from, to] = [minorAt(before), minorAt(after)];
  if (from === undefined || to !== '1.0' || compareMinors(from, '1.0') >= 0) return [];

  const { manifest, values } = after;
  const enabled = releaseValue(after, 'webhook', 'enabled');
  if (isKnown(enabled) && String(enabled.value) === 'false') {
    return [
      finding({
        span: manifest.span([...values, 'webhook', 'enabled']),
        message: `Karpenter 1.0 converts stored objects with its webhook, but \`webhook.enabled\` is \`false\`. ${outcome}`,
        help: 'Set `webhook.enabled` to `true` until all stored objects are v1, or remove it.',
      }),
    ];
  }

  const called = calledNamespace(head);
  const namespace = namespaceOfRelease(manifest);
  if (called === undefined || namespace === undefined || called === namespace) return [];

  return [
    finding({
      span: manifest.span(after.version ?? values),
      message: `The CRDs of Karpenter 1.0 call its webhook in namespace \`${called}\`, but this release installs it in \`${namespace}\`. ${outcome}`,
      help: `Install the CRDs with the chart \`karpenter-crd\`, with \`webhook.serviceNamespace: ${namespace}\`.`,
    }),
  ];
}

const outcome = 'The API server then cannot read NodePools that were stored before, so Karpenter stops';

const minorAt = ({ manifest, version }: HelmRelease): string | undefined =>
  pinnedMinor((version && knownTextAt(manifest, version)) ?? '');

/** The namespace in which the CRDs call the webhook; undefined if these files do not show the CRDs. */
function calledNamespace(head: ManifestSet): string | undefined {
  const [definitions, ...others] = helmReleasesOf(head).filter(({ chart }) => chart === 'karpenter-crd');
  if (others.length > 0) return undefined;
  if (definitions === undefined && replacesCrds(head)) return defaultNamespace;
  if (definitions === undefined) return undefined;

  const value = releaseValue(definitions, 'webhook', 'serviceNamespace');
  if (!isKnown(value)) return undefined;
  return asText(value.value) ?? defaultNamespace;
}

const finding = (statement: Pick<Diagnostic, 'span' | 'message' | 'help'>): Diagnostic => ({
  code: 'upgrade/settings',
  severity: 'warning',
  labels: [],
  resource: null,
  ...statement,
});
