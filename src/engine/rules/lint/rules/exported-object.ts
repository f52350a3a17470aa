import { hasKarpenterObjects, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import { removeEntry } from '../../../manifest/edit.ts';
import { asList, asMapping, groupOf, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { yaml } from '../example.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';

export const exportedObjectRule = defineRule({
  id: 'exported-object',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'All objects',
  mistakes: [],
  on: {
    Manifests(all, context) {
      const isRelevant = hasKarpenterObjects(all);
      const workloads = new Set(workloadsOf(all).map(({ manifest }) => manifest));
      for (const manifest of all.manifests) {
        if (isKarpenterKind(manifest) || (isRelevant && workloads.has(manifest))) check(manifest, context);
      }
    },
  },
  docs: {
    summary: 'An object has fields that only the API server sets, because it was exported from a cluster.',
    why: 'The API server refuses an update whose `metadata.resourceVersion` is not the current one, and one whose `metadata.uid` belongs to a deleted object. The file can then no longer be applied, and never to another cluster. Karpenter compares nodes with the hash in its annotations, so an old hash makes them look drifted until Karpenter writes the right one. Kubernetes deletes an object if no owner with the `uid` in `metadata.ownerReferences` exists.',
    help: 'Remove `uid`, `resourceVersion`, `generation`, `creationTimestamp`, `managedFields`, `ownerReferences` and `status`.',
    url: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions',
  },
  examples,
});

/** The fields that make an update fail, and then those that only the API server sets. */
const refused = ['uid', 'resourceVersion'];
const ignored = ['generation', 'creationTimestamp', 'managedFields', 'selfLink'];

/** Annotations that Karpenter writes on its own objects. Source: core pkg/controllers/nodepool/hash, provider-aws pkg/controllers/nodeclass/hash. */
const written =
  /^karpenter\.(?:sh\/nodepool-hash|k8s\.aws\/ec2nodeclass-hash)(?:-version)?$|^karpenter\.sh\/stored-version-migrated$/;

function check(manifest: Manifest, { report }: RuleContext): void {
  const pathsOf = (names: readonly string[]): Path[] =>
    names
      .map((name): Path => ['metadata', name])
      .filter((path) => {
        const value = manifest.get(path);
        return value !== undefined && !hasPlaceholder(value);
      });

  const annotations = Object.keys(asMapping(manifest.get(['metadata', 'annotations'])) ?? {})
    .filter((key) => written.test(key))
    .map((key): Path => ['metadata', 'annotations', key]);
  const owners = pathsOf(['ownerReferences']).filter((path) => asList(manifest.get(path)).some(hasUid));
  const [owner] = owners;
  const [first] = pathsOf(refused).filter((path) => typeof manifest.get(path) === 'string');
  const [hash] = annotations;

  // An empty `creationTimestamp` alone does no harm.
  if (owner === undefined && first === undefined && hash === undefined) return;

  const status: Path[] = manifest.get(['status']) === undefined ? [] : [['status']];
  const all = [...owners, ...pathsOf([...refused, ...ignored]), ...annotations, ...status];

  const message = () => {
    if (owner)
      return `Kubernetes may delete \`${manifest.name}\` if no object in the cluster has the \`uid\` of its owner in \`metadata.ownerReferences\``;
    if (first)
      return `\`${manifest.name}\` was exported from a cluster: with \`${first.join('.')}\`, the API server refuses it once the object has changed or was created again`;
    return `\`${manifest.name}\` was exported from a cluster: Karpenter writes \`${hash!.at(-1)}\` itself, and applying an old value makes its nodes look drifted`;
  };

  report({
    manifest,
    at: manifest.keySpan((owner ?? first ?? hash)!),
    ...(owner === undefined && first === undefined && { severity: 'note' as const }),
    message: message(),
    help: `Remove ${all.map((path) => `\`${path.join('.')}\``).join(', ')}.`,
    fix: { description: 'Remove them', edits: all.flatMap((path) => removeEntry(manifest, path)) },
  });
}

/** Whether an owner is a certain object of a certain cluster. */
const hasUid = (owner: Value): boolean => {
  const uid = asMapping(owner)?.uid;
  return typeof uid === 'string' && !hasPlaceholder(uid);
};

const isKarpenterKind = ({ apiVersion }: Manifest): boolean => /^karpenter\./.test(groupOf(apiVersion));

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
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
          annotations:
            karpenter.sh/nodepool-hash: "1234567890"
            team: platform
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements: []
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
          ownerReferences:
            - apiVersion: v1
              kind: Namespace
              name: platform
              uid: 5b6bd8a1-5d2c-4b8e-9f0a-0d7c7b1f4c11
        spec:
          limits:
            cpu: 100
          template:
            spec:
              requirements: []
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
