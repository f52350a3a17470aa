import { replaceValue } from '../../manifest/edit.ts';
import { groupOf, type Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { hasPlaceholder } from '../../manifest/placeholder.ts';
import { nodeClassRefOf } from '../pool-fields.ts';
import { defineRule, yaml } from '../rule.ts';

export const nodeClassExists = defineRule({
  id: 'node-class-exists',
  severity: 'warning',
  since: '0.1.0',
  docs: {
    summary: 'A NodePool refers to a node class that the manifests do not have.',
    why: 'A NodePool whose EC2NodeClass does not exist is not ready (`NodeClassNotFound`) and launches nothing. Where the classes come from elsewhere, such as Terraform, a note says that the reference can not be checked.',
    help: 'Correct the name, or add the EC2NodeClass.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecnodeclassref',
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
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: defualt
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
      `,
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
      `,
    ],
    good: [
      yaml`
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata:
          name: default
        spec:
          template:
            spec:
              requirements: []
              nodeClassRef:
                group: karpenter.k8s.aws
                kind: EC2NodeClass
                name: default
          limits:
            cpu: 100
        ---
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata:
          name: default
      `,
    ],
  },
  explains: ['provisioning/nodepool-not-ready'],
  on: {
    Manifests(all, { report, nearest }) {
      for (const kind of ['EC2NodeClass', 'AWSNodeTemplate']) {
        const referring = referringTo(all, kind);
        const names = namesOf(all, kind);
        const first = referring[0];
        if (names === undefined || first === undefined) continue;
        if (names.length === 0) {
          // Once, not for every pool: the classes are kept elsewhere, which is one fact.
          report({
            manifest: first.pool,
            at: first.pool.span([...first.path, 'name']),
            severity: 'note',
            message: `No ${kind} is among these manifests, so that ${amount(referring.length)} can not be checked`,
            help: `Review the manifests of the ${kind} together with the pools that use it.`,
          });
          continue;
        }
        for (const { pool, path, name } of referring) {
          if (names.includes(name)) continue;
          const wanted = nearest(name, names);
          report({
            manifest: pool,
            at: pool.span([...path, 'name']),
            message: `${pool.kind} \`${pool.name}\` refers to ${kind} \`${name}\`, which is not among these manifests`,
            help: wanted ? `Did you mean \`${wanted}\`?` : `Add it, or refer to one of: ${names.join(', ')}.`,
            explains: { paths: [[...path, 'name']] },
            ...(wanted && {
              fix: {
                description: `Replace by \`${wanted}\``,
                edits: replaceValue(pool, [...path, 'name'], wanted),
              },
            }),
          });
        }
      }
    },
  },
});

const amount = (count: number): string => (count === 1 ? 'the reference to one' : `${count} references to one`);

const isPool = ({ kind, apiVersion }: Manifest): boolean =>
  (kind === 'NodePool' || kind === 'Provisioner') && groupOf(apiVersion) === 'karpenter.sh';

const referringTo = (all: ManifestSet, kind: string) =>
  all.manifests.filter(isPool).flatMap((pool) => {
    const reference = nodeClassRefOf(pool);
    return reference?.kind === kind ? [{ pool, path: reference.path, name: reference.name }] : [];
  });

/** Names of all classes of a kind, sorted; undefined where some name can not be known. */
function namesOf(all: ManifestSet, kind: string): string[] | undefined {
  if (all.files.some((file) => file.isBroken)) return undefined;
  const names = all.manifests
    .filter((manifest) => manifest.kind === kind && groupOf(manifest.apiVersion) === 'karpenter.k8s.aws')
    .map((manifest) => manifest.name);
  return names.some((name) => name === '' || hasPlaceholder(name)) ? undefined : [...new Set(names)].sort();
}
