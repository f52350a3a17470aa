import { hasKarpenterObjects, type WorkloadField, workloadsOf } from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { isKindUnrendered } from '../../../manifest/unrendered.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { groupBy } from '../../../text/group-by.ts';
import { type Correction, corrected, type Example, yaml } from '../example.ts';
import { defineRule, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const priorityClassExistsRule = defineRule({
  id: 'priority-class-exists',
  severity: 'warning',
  since: '0.1.0',
  providers: 'every',
  theme: 'Workloads',
  mistakes: [],
  on: {
    Manifests(all, { report, base, nearest }) {
      const classes = namesOf(all);
      if (!hasKarpenterObjects(all) || classes === undefined) return;

      const removed = new Set(base === null ? [] : namesOf(base));
      const before = base === null ? [] : usesOf(base);
      // Pods that already name classes of no file show that another repository has some.
      const areOthersElsewhere = before.some(({ name }) => !removed.has(name));
      const missing = usesOf(all).filter(({ name }) => !classes.includes(name));

      for (const [name, uses] of groupBy(missing, (use) => use.name)) {
        // The same workload as at base, so that a class from elsewhere is no news once another workload names it.
        const old = before.filter((use) => use.name === name).map(({ key }) => key);
        const { manifest, template, key } = uses.find((use) => old.includes(use.key)) ?? uses[0]!;
        const isExpected = removed.has(name)
          ? !isNamedElsewhere(name, uses, all)
          : old.length === 0 && areClassesHere(all) && !areOthersElsewhere;
        const similar = nearest(name, classes);

        const lack = () => {
          if (removed.has(name)) return `This change removes PriorityClass \`${name}\``;
          return `No file has PriorityClass \`${name}\``;
        };

        const help = () => {
          if (similar === undefined) return 'Add the PriorityClass, or name one that the cluster has.';
          return `Did you mean \`${similar}\`? Otherwise, add the PriorityClass.`;
        };

        report({
          manifest,
          at: manifest.span([...template, 'spec', 'priorityClassName']),
          ...(!isExpected && { severity: 'note' as const }),
          message: `${lack()}, which the pods of \`${key}\` name. Where a cluster does not have it, the API server refuses these pods`,
          help: help(),
        });
      }
    },
  },
  docs: {
    summary: 'Pods name a PriorityClass that no file has.',
    why: 'The API server refuses a pod whose PriorityClass does not exist: `no PriorityClass with name shop-critical was found`. A Deployment is accepted and its rollout stops, because it can create none of its new pods. It is a warning if the files have other PriorityClasses, or a template that makes one under a condition. Elsewhere it is a note, because another repository may create the class.',
    help: 'Correct the name, or add the PriorityClass.',
    url: 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/#priorityclass',
  },
  examples,
});

/** The PriorityClasses of the files; undefined if the name of one is unknown. */
function namesOf({ manifests, files }: ManifestSet): readonly string[] | undefined {
  const names = manifests.filter(({ kind }) => kind === 'PriorityClass').map(({ name }) => name);
  const isUnknown = names.some(hasPlaceholder) || files.some(({ source }) => isKindUnrendered(source, 'PriorityClass'));
  if (isUnknown) return undefined;
  return names;
}

interface NamedClass extends WorkloadField {
  readonly name: string;
  /** `Deployment/shop/cart`. */
  readonly key: string;
}

/** The classes that pods name, except for those that every cluster has. Source: Kubernetes pkg/apis/scheduling, SystemPriorityClasses. */
const usesOf = (all: ManifestSet): readonly NamedClass[] =>
  workloadsOf(all).flatMap((workload) => {
    const { manifest, template, namespace } = workload;
    const name = asText(manifest.get([...template, 'spec', 'priorityClassName']));
    if (name === undefined || name === '' || hasPlaceholder(name) || name.startsWith('system-')) return [];
    return [{ ...workload, name, key: `${manifest.kind}/${namespace}/${manifest.name}` }];
  });

/** Whether another file than those of the pods has the name, such as values of a chart that makes the class now. */
function isNamedElsewhere(name: string, uses: readonly NamedClass[], { files }: ManifestSet): boolean {
  const ofPods = new Set(uses.flatMap(({ manifest, template }) => filesOf(manifest, template)));
  return files.some(({ source }) => source.text.includes(name) && !ofPods.has(source.file));
}

/** The file of an object, and the one that it was rendered from. */
function filesOf(manifest: Manifest, template: Path): readonly string[] {
  const { source } = manifest;
  const { start, end } = manifest.span([...template, 'spec', 'priorityClassName']);
  const origin = source.origin?.trace(start, end).span.file;
  if (origin === undefined) return [source.file];
  return [source.file, origin];
}

/** Whether the files have PriorityClasses, also as a template of a chart that makes none with its values. */
const areClassesHere = ({ files }: ManifestSet): boolean =>
  files.some(({ source }) => /^[ \t]*kind:[ \t]*["']?PriorityClass\b/m.test(source.text));

function examples(): RuleExamples {
  return {
    bad: [
      corrected(together(nodePool(), priorityClass('shop-high'), pods('shop-critical')), {
        'priorityClassName: shop-critical': 'priorityClassName: shop-high',
      } satisfies Correction),
    ],
    good: [
      together(nodePool(), priorityClass('shop-critical'), pods('shop-critical')),
      together(nodePool(), priorityClass('shop-high'), pods('system-cluster-critical')),
    ],
  };
}

const priorityClass = (name: string): Example => yaml`
  apiVersion: scheduling.k8s.io/v1
  kind: PriorityClass
  metadata:
    name: ${name}
  value: 1000
`;

const pods = (priorityClassName: string): Example => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: orders
    namespace: shop
  spec:
    selector:
      matchLabels:
        app: orders
    template:
      metadata:
        labels:
          app: orders
      spec:
        priorityClassName: ${priorityClassName}
        containers:
          - name: orders
            image: orders:1
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;
