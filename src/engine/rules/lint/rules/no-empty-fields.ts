import { removeEntry } from '../../../manifest/edit.ts';
import { asMapping, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { isLeftOut } from '../../../manifest/templated-fields.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { against, terraform, yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { ec2NodeClass, nodePool } from '../scenes.ts';

export const noEmptyFieldsRule = defineRule({
  id: 'no-empty-fields',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'All objects',
  mistakes: [],
  yieldsTo: ['schema/required'],
  on: { NodePool: check, Provisioner: check, NodeClass: check, NodeTemplate: check, NodeOverlay: check },
  docs: {
    summary: 'A field has no value.',
    why: 'A key without a value is null. The API server drops it, so the default applies, not what the key suggests. Often the value is missing, or the lines below the key are not indented.',
    help: 'Add a value, or remove the field.',
    url: 'https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable',
  },
  examples,
});

function check(manifest: Manifest, { report, karpenter }: RuleContext): void {
  // A template may add the value below the key.
  if (manifest.isPartial) return;
  for (const path of emptyFields(manifest.get(['spec']), ['spec'])) {
    if (karpenter.opensKubelet && isKept(path)) continue;
    if (isLeftOut(manifest, path)) continue;

    const key = String(path.at(-1));

    report({
      at: manifest.keySpan(path),
      message: `\`${path.join('.')}\` has no value, so the API server drops it`,
      help: 'Add a value, or remove the field.',
      fix: { description: `Remove \`${key}\``, edits: removeEntry(manifest, path) },
      // For a required field, the schema already reports the missing value.
      explains: { paths: [path], mentioning: key },
    });
  }
}

/** A map with free keys keeps nulls inside of its entries. */
const isKept = ([, field, ...within]: Path): boolean => field === 'kubelet' && within.length > 1;

/** Paths of all mapping entries that are null. */
function emptyFields(value: Value | undefined, path: Path): Path[] {
  if (Array.isArray(value)) return value.flatMap((item: Value, index) => emptyFields(item, [...path, index]));
  return Object.entries(asMapping(value) ?? {}).flatMap(([key, child]) => {
    if (child !== null) return emptyFields(child, [...path, key]);
    // The API server refuses selector terms without tags. The schema reports that, and finds tags that are not indented.
    const isSelector = key === 'tags' && /SelectorTerms$/.test(String(path.at(-2)));
    // The content of a template may be anything.
    if (isSelector || hasPlaceholder(key)) return [];
    return [[...path, key]];
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
