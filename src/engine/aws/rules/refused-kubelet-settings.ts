import type { Fix } from '../../diagnostic.ts';
import { against, yaml } from '../../lint/example.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { ec2NodeClass } from '../../lint/scenes.ts';
import { renameKey, replaceValue } from '../../manifest/edit.ts';
import { asMapping, type Manifest, type Path } from '../../manifest/manifest.ts';
import { quotedNames } from '../../text/quoted-names.ts';
import { writtenAmiFamily } from '../fields/node-classes.ts';
import { amiFamilyOf } from '../node-class/ami-family.ts';
import { kubeletExpressions } from '../node-class/kubelet-expressions.ts';
import { type RefusedSetting, refusedKubeletSettings } from '../node-class/refused-kubelet-settings.ts';

const kubeletPath = ['spec', 'kubelet'];

export const refusedKubeletSettingsRule = defineRule({
  id: 'refused-kubelet-settings',
  severity: 'error',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Images and user data',
  mistakes: [],
  on: {
    NodeClass(nodeClass, { report, karpenter, settings, nearest }) {
      const kubelet = asMapping(nodeClass.get(kubeletPath));
      if (!karpenter.opensKubelet || !kubelet || nodeClass.isPartial) return;
      const amiFamily = amiFamilyOf({
        metadata: { name: '' },
        spec: { amiFamily: writtenAmiFamily(nodeClass) ?? 'Custom' },
      });
      for (const refused of refusedKubeletSettings(kubelet, amiFamily)) {
        const path: Path = [...kubeletPath, ...refused.path];
        const wanted = refused.names && nearest(String(path.at(-1)), refused.names);
        report({
          at: nodeClass.keySpan(path),
          message: `\`${refused.path.join('.')}\` ${refused.why}: Karpenter does not use this class, and launches nothing with it`,
          help: helpOf(refused, wanted),
          ...fixOf(nodeClass, path, { wanted, number: refused.number }),
        });
      }
      const { featureGates } = settings.karpenter;
      if (featureGates?.nodeClassCEL) return;
      for (const path of kubeletExpressions(kubelet))
        report({
          // Where nothing tells the gates, the one for expressions may be on.
          ...(featureGates === undefined && { severity: 'warning' }),
          at: nodeClass.span([...kubeletPath, ...path]),
          message: `\`${path.join('.')}\` is an expression, and the feature gate \`NodeClassCEL\` is ${featureGates === undefined ? 'off by default' : 'off'}: Karpenter does not use this class, and launches nothing with it`,
          help: 'Set `settings.awsFeatureGates.nodeClassCEL` in the Helm values, or `karpenter.settings.featureGates.nodeClassCEL` in plumbline.yaml where it is on.',
        });
    },
  },
  docs: {
    summary: 'Karpenter does not use an EC2NodeClass with this setting under `kubelet`.',
    why: 'From Karpenter 1.15 on `spec.kubelet` takes any setting of the kubelet, and the API server looks at none of them. The controller does: a name that the kubelet does not know, a setting that Karpenter makes itself, one that the AMI family does not hand on, a value that cannot be, or an expression while the feature gate `NodeClassCEL` is off, gives the class the condition `ValidationSucceeded=False`. The class is accepted without a word, and its NodePools launch nothing.',
    help: 'Write the settings as a KubeletConfiguration has them.',
    url: 'https://karpenter.sh/docs/concepts/nodeclasses/#speckubelet',
  },
  examples,
});

interface Right {
  readonly wanted: string | undefined;
  readonly number: number | undefined;
}

function fixOf(nodeClass: Manifest, path: Path, { wanted, number }: Right): { fix?: Fix } {
  if (wanted !== undefined)
    return { fix: { description: `Rename to \`${wanted}\``, edits: renameKey(nodeClass, path, wanted) } };
  if (number === undefined) return {};
  return { fix: { description: 'Put the number in quotes', edits: replaceValue(nodeClass, path, `"${number}"`) } };
}

/** The names of a short list are all said. */
function helpOf({ names = [], help }: RefusedSetting, wanted: string | undefined): string {
  if (wanted !== undefined) return `Did you mean \`${wanted}\`?`;
  if (help !== undefined) return help;
  if (names.length === 0) return 'Write a value that the kubelet takes.';
  return names.length > 6 ? 'Remove it.' : `Use one of: ${quotedNames(names)}.`;
}

function examples(): RuleExamples {
  return {
    bad: [
      against(
        { karpenter: '1.15' },
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPod: 110
            registerWithTaints: []
            evictionHard:
              memory.avail: 5%
              nodefs.available: 10 percent
            evictionSoft:
              pid.available: 5%
            kubeReserved:
              cpu: 1
            imageGCHighThresholdPercent: 70
            imageGCLowThresholdPercent: 80
        `),
      ),
      against(
        { karpenter: '1.15' },
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: bottlerocket@v1.44.0
          kubelet:
            podsPerCore: 10
            shutdownGracePeriod: 30s
            clusterDNS: [10.0.0.10, 10.0.0.11]
        `),
      ),
      against(
        { karpenter: '1.15' },
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: min(max_pods, 110)
            kubeReserved:
              memory: 11 * max_pods + 255
        `),
      ),
    ],
    good: [
      against(
        { karpenter: '1.15' },
        ec2NodeClass(yaml`
          amiSelectorTerms:
            - alias: al2023@v20260715
          kubelet:
            maxPods: 110
            shutdownGracePeriod: 30s
            clusterDNS: [10.0.0.10, 10.0.0.11]
            evictionHard:
              memory.available: 5%
            evictionSoft:
              pid.available: 5%
            evictionSoftGracePeriod:
              pid.available: 1m
            kubeReserved:
              cpu: "1"
              memory: 100Mi
        `),
      ),
      against(
        { karpenter: '1.15' },
        ec2NodeClass(
          yaml`
            amiFamily: Custom
            amiSelectorTerms:
              - id: ami-0123456789abcdef0
            kubelet:
              podsPerCore: 10
              shutdownGracePeriod: 30s
          `,
          'ubuntu',
        ),
      ),
      ec2NodeClass(yaml`
        amiSelectorTerms:
          - alias: bottlerocket@v1.44.0
        kubelet:
          podsPerCore: 10
      `),
    ],
  };
}
