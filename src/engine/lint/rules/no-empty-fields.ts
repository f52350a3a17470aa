import { removeEntry } from '../../manifest/edit.ts';
import { isLeftOut } from '../../manifest/left-out.ts';
import { asMapping, type Manifest, type Path, type Value } from '../../manifest/manifest.ts';
import { against, terraform, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { ec2NodeClass, nodePool } from '../scenes.ts';

export const noEmptyFieldsRule = defineRule({
  id: 'no-empty-fields',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Every object',
  mistakes: [],
  yieldsTo: ['schema/required'],
  on: { NodePool: check, Provisioner: check, NodeClass: check, NodeTemplate: check, NodeOverlay: check },
  docs: {
    summary: 'A field stands there without a value.',
    why: 'A key without a value is null, and the API server drops it as if it were not written: the default holds, not what the key seems to promise. Often the value was meant to follow, or what was meant to stand under the key is not indented.',
    help: 'Give it a value, or remove it.',
    url: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable',
  },
  examples,
});

function check(manifest: Manifest, { report, karpenter }: RuleContext): void {
  // What a template would write under a key is not there to be read.
  if (manifest.isPartial) return;
  for (const path of emptyFields(manifest.get(['spec']), ['spec'])) {
    if (karpenter.opensKubelet && isKept(path)) continue;
    if (isLeftOut(manifest, path)) continue;
    const key = String(path.at(-1));
    report({
      at: manifest.keySpan(path),
      message: `\`${path.join('.')}\` has no value: the API server drops it as if it were not there`,
      help: 'Give it a value, or remove it.',
      fix: { description: `Remove \`${key}\``, edits: removeEntry(manifest, path) },
      // Where a value is demanded, its absence is said already.
      explains: { paths: [path], mentioning: key },
    });
  }
}

/** An open map keeps what stands within its entries, null or not. */
const isKept = ([, field, ...within]: Path): boolean => field === 'kubelet' && within.length > 1;

/** Paths of all mapping entries that are null. */
function emptyFields(value: Value | undefined, path: Path): Path[] {
  if (Array.isArray(value)) return value.flatMap((item: Value, index) => emptyFields(item, [...path, index]));
  return Object.entries(asMapping(value) ?? {}).flatMap(([key, child]) => {
    if (child !== null) return emptyFields(child, [...path, key]);
    // Selector terms without tags are refused: the schema says so, and finds the tags where they were not indented.
    const isSelector = key === 'tags' && /SelectorTerms$/.test(String(path.at(-2)));
    return isSelector ? [] : [[...path, key]];
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
          limits:
            cpu: 100
          weight:
      `,
    ],
    good: [
      terraform`
        resource "kubectl_manifest" "default" {
          yaml_body = <<YAML
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          limits:
            cpu: 100
          template:
            metadata:
              # Labels of the nodes
        %{ if false }
              labels: {}
        %{ endif }
            spec:
              requirements: []
        YAML
        }
      `,
      nodePool({ weight: 10 }),
      against(
        { karpenter: '1.15' },
        ec2NodeClass(yaml`
          role: karpenter-nodes
          amiSelectorTerms:
            - alias: al2023@v20260701
          kubelet:
            reservedMemory:
              - numaNode: 0
                limits:
        `),
      ),
    ],
  };
}
