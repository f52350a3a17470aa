import { yaml } from '../../lint/example.ts';
import { isBesideKarpenter } from '../../lint/fields/workload-fields.ts';
import { defineRule, type RuleExamples } from '../../lint/rule.ts';
import { nodePool, together } from '../../lint/scenes.ts';
import { insertEntry, replaceValue } from '../../manifest/edit.ts';
import { asText, groupOf } from '../../manifest/manifest.ts';
import { hasPlaceholder } from '../../manifest/yaml/placeholder.ts';

const ebs = ['ebs.csi.aws.com', 'ebs.csi.eks.amazonaws.com', 'kubernetes.io/aws-ebs'];
const right = 'WaitForFirstConsumer';

export const volumeBindingModeRule = defineRule({
  id: 'volume-binding-mode',
  severity: 'warning',
  since: '0.1.0',
  providers: ['aws'],
  theme: 'Workloads',
  mistakes: [104],
  on: {
    Manifests(all, { report }) {
      if (!isBesideKarpenter(all)) return;
      for (const storageClass of all.manifests) {
        if (storageClass.kind !== 'StorageClass' || groupOf(storageClass.apiVersion) !== 'storage.k8s.io') continue;
        const path = ['volumeBindingMode'];
        const mode = storageClass.get(path);
        const isImmediate = mode === 'Immediate' || (mode === undefined && !storageClass.isPartial);
        if (!ebs.includes(asText(storageClass.get(['provisioner'])) ?? '') || !isImmediate) continue;
        // A class whose zones are written down makes its volumes there.
        if (storageClass.get(['allowedTopologies']) !== undefined || hasPlaceholder(storageClass.name)) continue;
        report({
          manifest: storageClass,
          at: mode === undefined ? storageClass.keySpan(['provisioner']) : storageClass.span(path),
          message: `\`${storageClass.name}\` makes volumes in any zone, before it is known where their pod can run`,
          help: `Write \`volumeBindingMode: ${right}\`.`,
          fix: {
            description: `Write \`volumeBindingMode: ${right}\``,
            edits:
              mode === undefined
                ? insertEntry(storageClass, [], 'volumeBindingMode', right)
                : replaceValue(storageClass, path, right),
          },
        });
      }
    },
  },
  docs: {
    summary: 'A StorageClass makes EBS volumes before it is known where their pod runs.',
    why: 'With `Immediate`, which is the default, a volume is made in any zone as soon as its claim is there. While a claim is unbound Karpenter leaves its pod aside, and afterwards the pod may run in the zone of the volume alone, whether a NodePool allows that zone or not.',
    help: 'Write `volumeBindingMode: WaitForFirstConsumer`. The field cannot be changed on an existing StorageClass: that one has to be made anew, which its volumes do not notice.',
    url: 'https://kubernetes.io/docs/concepts/storage/storage-classes/#volume-binding-mode',
  },
  examples,
});

function examples(): RuleExamples {
  return {
    bad: [
      together(
        nodePool(),
        yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: Immediate
        `,
      ),
      together(
        nodePool(),
        yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
        `,
      ),
    ],
    good: [
      together(
        nodePool(),
        yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: gp3
          provisioner: ebs.csi.aws.com
          volumeBindingMode: WaitForFirstConsumer
        `,
      ),
      together(
        nodePool(),
        yaml`
          apiVersion: storage.k8s.io/v1
          kind: StorageClass
          metadata:
            name: efs
          provisioner: efs.csi.aws.com
          volumeBindingMode: Immediate
        `,
      ),
    ],
  };
}
