import { removeEntry } from '../../manifest/edit.ts';
import type { Manifest, Path } from '../../manifest/manifest.ts';
import { yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';

export const exportedObjectRule = defineRule({
  id: 'exported-object',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'All objects',
  mistakes: [],
  on: { NodePool: check, Provisioner: check, NodeOverlay: check, NodeClass: check, NodeTemplate: check },
  docs: {
    summary: 'An object has fields that only the API server sets, because it was exported from a cluster.',
    why: 'The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster.',
    help: 'Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields` and `status`.',
    url: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
  },
  examples,
});

/** The fields that make an update fail, and then those that only the API server sets. */
const refused = ['uid', 'resourceVersion'];
const ignored = ['generation', 'creationTimestamp', 'managedFields', 'selfLink'];

function check(manifest: Manifest, { report }: RuleContext): void {
  const pathsOf = (names: readonly string[]): Path[] =>
    names.map((name): Path => ['metadata', name]).filter((path) => manifest.get(path) !== undefined);
  const [first] = pathsOf(refused);
  // A rendered text has what its template says, and an empty `creationTimestamp` alone does no harm.
  if (first === undefined || typeof manifest.get(first) !== 'string' || manifest.source.origin) return;
  const status: Path[] = manifest.get(['status']) === undefined ? [] : [['status']];
  const all = [...pathsOf([...refused, ...ignored]), ...status];
  report({
    at: manifest.keySpan(first),
    message: `\`${manifest.name}\` was exported from a cluster: with \`${first.join('.')}\`, the API server refuses it once the object has changed or was created again`,
    help: `Remove ${all.map((path) => `\`${path.join('.')}\``).join(', ')}.`,
    fix: { description: 'Remove them', edits: all.flatMap((path) => removeEntry(manifest, path)) },
  });
}

function examples(): RuleExamples {
  return {
    bad: [
      yaml`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
          resourceVersion: "81234"
          creationTimestamp: "2026-01-02T03:04:05Z"
        spec:
          role: KarpenterNodeRole-demo
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
          creationTimestamp: null
        spec:
          role: KarpenterNodeRole-demo
      `,
    ],
  };
}
