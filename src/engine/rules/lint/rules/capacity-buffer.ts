import { capacityBufferVersion, isCapacityBuffer, scalableRefOf } from '../../../karpenter/api/capacity-buffer.ts';
import { mayRunClusterAutoscaler } from '../../../karpenter/installation/cluster-autoscaler.ts';
import { installedGates } from '../../../karpenter/installation/feature-gates.ts';
import { helmReleasesOf } from '../../../karpenter/installation/helm-releases.ts';
import { hasKarpenterObjects } from '../../../karpenter/workloads/workload-fields.ts';
import { replaceValue } from '../../../manifest/edit.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import type { Manifest, Path } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { textIf } from '../../../text/words/text-if.ts';
import { corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples, type RuleFinding } from '../rule.ts';
import { fluxRelease, together } from '../scenes.ts';

export const capacityBufferRule = defineRule({
  id: 'capacity-buffer',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const buffers = all.manifests.filter(isCapacityBuffer);
      if (buffers.length === 0 || !isForKarpenter(all)) return;
      for (const buffer of buffers) {
        const findings = [wrongVersion(buffer, all), switchedOff(buffer, context), withoutPods(buffer)];
        for (const finding of findings) if (finding) context.report({ ...finding, manifest: buffer });
      }
    },
  },
  docs: {
    summary: 'Karpenter ignores a CapacityBuffer.',
    why: 'Karpenter handles CapacityBuffers from 1.14 on, and only with the feature gate `CapacityBuffer`, which is off by default. Its CRD serves only `v1beta1`, although the page about CapacityBuffers in Karpenter’s documentation shows `v1alpha1`. A buffer that Karpenter ignores looks right, but keeps no node, so pods still wait for new nodes. Nothing is reported next to Cluster Autoscaler, which also reads CapacityBuffers.',
    help: 'Turn the feature gate on, and write `apiVersion: autoscaling.x-k8s.io/v1beta1`.',
    url: 'https://karpenter.sh/docs/concepts/capacitybuffers/',
  },
  examples,
});

/** Cluster Autoscaler reads the same objects, and then they are probably for its nodes. */
const isForKarpenter = (all: ManifestSet): boolean =>
  (hasKarpenterObjects(all) || helmReleasesOf(all).length > 0) && !mayRunClusterAutoscaler(all);

const crdName = 'capacitybuffers.autoscaling.x-k8s.io';

function wrongVersion(buffer: Manifest, all: ManifestSet): RuleFinding | undefined {
  const { apiVersion } = buffer;
  const isDefined = all.manifests.some(({ kind, name }) => kind === 'CustomResourceDefinition' && name === crdName);
  // If the repository contains the CRD, the API server's code judges by it.
  if (apiVersion === capacityBufferVersion || isDefined || hasPlaceholder(apiVersion)) return undefined;

  const edits = replaceValue(buffer, ['apiVersion'], capacityBufferVersion);

  return {
    at: buffer.span(['apiVersion']),
    message: `Karpenter’s CRD serves CapacityBuffers only as \`${capacityBufferVersion}\`. Unless another CRD of them is installed, the API server rejects \`${apiVersion}\``,
    help: `Write \`apiVersion: ${capacityBufferVersion}\`. The fields are the same.`,
    fix: { description: `Write \`${capacityBufferVersion}\``, edits },
  };
}

const gate: Path = ['settings', 'featureGates', 'capacityBuffer'];

/** The gate in the values of Karpenter's chart: on, unknown or neither. */
const isOnInValues = (all: ManifestSet): boolean =>
  helmReleasesOf(all).some(({ manifest, values }) => {
    const value = manifest.get([...values, ...gate]);
    return value === true || hasPlaceholder(value);
  });

function switchedOff(
  buffer: Manifest,
  { karpenter, isKarpenterAssumed, settings, all }: RuleContext,
): RuleFinding | undefined {
  const at = buffer.span(['metadata', 'name']);
  const keepsNothing = `CapacityBuffer \`${buffer.name}\` keeps no nodes`;
  const value = `\`${gate.join('.')}: true\``;

  if (!karpenter.capacityBuffers) {
    if (isKarpenterAssumed) return undefined;

    return {
      at,
      message: `${keepsNothing}: Karpenter ${karpenter.version} does not know CapacityBuffers`,
      help: `Upgrade Karpenter to 1.14 or later, and set ${value} in its Helm values.`,
    };
  }

  const isOn = settings.karpenter.featureGates?.capacityBuffer;
  if (isOn === true || (isOn === undefined && isOnInValues(all))) return undefined;

  const areValuesKnown = isOn === false || helmReleasesOf(all).some(({ chart }) => chart === 'karpenter');
  const gateName = 'Karpenter’s feature gate `CapacityBuffer`';
  const isDefault = isOn !== false || installedGates(all)?.defaults.has('capacityBuffer') === true;

  const message = () => {
    if (areValuesKnown) return `${keepsNothing}, because ${gateName} is off${textIf(isDefault, ' by default')}`;
    return `${keepsNothing} unless ${gateName} is on, and it is off by default`;
  };

  return {
    at,
    message: message(),
    help: `Set ${value} in Karpenter’s Helm values. If the gate is already on, set \`karpenter.${gate.join('.')}: true\` in plumbline.yaml.`,
  };
}

/** A buffer for which Karpenter finds no pods, or counts none. */
function withoutPods(buffer: Manifest): RuleFinding | undefined {
  const path: Path = ['spec', 'scalableRef'];
  const target = scalableRefOf(buffer);
  if (target === undefined) return undefined;

  const isSized = ['replicas', 'percentage', 'limits'].some((field) => buffer.get(['spec', field]) !== undefined);

  if (!target.isSupported)
    return {
      at: buffer.span(path),
      message: `CapacityBuffer \`${buffer.name}\` keeps no nodes, because Karpenter supports only a Deployment, StatefulSet or ReplicaSet in \`scalableRef\``,
      help: 'Name one of these, or use `podTemplateRef` with a PodTemplate.',
      severity: 'warning',
    };

  if (isSized) return undefined;

  return {
    at: buffer.span(['metadata', 'name']),
    message: `CapacityBuffer \`${buffer.name}\` keeps no nodes, because nothing says for how many pods`,
    help: 'Set `replicas`, `percentage` or `limits` in its `spec`.',
    severity: 'warning',
  };
}

function examples(): RuleExamples {
  const release = (gates: string) =>
    fluxRelease('karpenter', {
      values: yaml`
        settings:
          clusterName: demo
          ${gates}
      `,
    });

  const buffer = (spec: Example, apiVersion = capacityBufferVersion) => yaml`
    apiVersion: ${apiVersion}
    kind: CapacityBuffer
    metadata:
      name: web
    spec:
      ${spec}
  `;

  const sized = yaml`
    scalableRef:
      apiGroup: apps
      kind: Deployment
      name: web
    replicas: 5
  `;

  const isOn = 'featureGates: {capacityBuffer: true}';
  const off = together(release('featureGates: {nodeOverlay: true}'), buffer(sized));

  return {
    bad: [
      corrected(off, { '{nodeOverlay: true}': '{nodeOverlay: true, capacityBuffer: true}' }),
      together(release(isOn), buffer(sized, 'autoscaling.x-k8s.io/v1alpha1')),
      corrected(
        together(
          release(isOn),
          buffer(yaml`
            scalableRef:
              apiGroup: argoproj.io
              kind: Rollout
              name: web
            replicas: 5
          `),
        ),
        {
          'scalableRef:': yaml`podTemplateRef:`,
          'apiGroup: argoproj.io': '',
          'kind: Rollout': '',
        },
      ),
      corrected(
        together(
          release(isOn),
          buffer(yaml`
            scalableRef:
              kind: Deployment
              name: web
          `),
        ),
        {
          'scalableRef:': yaml`
            percentage: 20
            scalableRef:
          `,
        },
      ),
    ],
    good: [
      together(release(isOn), buffer(sized)),
      together(release(''), fluxRelease('cluster-autoscaler'), buffer(sized, 'autoscaling.x-k8s.io/v1alpha1')),
    ],
  };
}
