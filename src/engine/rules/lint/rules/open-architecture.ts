import type { ObjectCluster } from '../../../files/clusters/related-objects.ts';
import { label, normalizeLabel } from '../../../karpenter/api/labels.ts';
import { fieldOf, mayRequireMore, poolRequirementsOf } from '../../../karpenter/api/pool-fields.ts';
import type { InstanceType } from '../../../karpenter/cloud-provider/catalog.ts';
import {
  hasArchitectureChoice,
  isUnknownWorkload,
  type WorkloadField,
  workloadsOf,
} from '../../../karpenter/workloads/workload-fields.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, asMapping, asText, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import { itemsAt } from '../../../manifest/shown-items.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { has } from '../../../text/evidence.ts';
import { addToGroup, groupBy } from '../../../text/group-by.ts';
import { nameOfSource } from '../../../text/source.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { corrected, yaml } from '../example.ts';
import { chosenPool } from '../fields/chosen-pool.ts';
import { nodePoolsOf } from '../fields/node-pools.ts';
import { poolsOfPods } from '../fields/pools-of-pods.ts';
import { defineRule, type RuleContext, type RuleExamples } from '../rule.ts';
import { nodePool, together } from '../scenes.ts';

export const openArchitectureRule = defineRule({
  id: 'open-architecture',
  severity: 'note',
  since: '0.1.0',
  providers: 'every',
  theme: 'Instance types and zones',
  mistakes: [9],
  on: {
    NodePool: check,
    Manifests(all, context) {
      reportImages(all, context);
      reportMoved(all, context);
    },
  },
  docs: {
    summary: 'A NodePool launches arm64 and amd64 nodes, and nothing shows that pods run on both.',
    why: 'Without a requirement for `kubernetes.io/arch`, Karpenter launches whichever architecture is cheaper, which is often arm64. A pod whose image is built only for amd64 then crashes with `exec format error`. The finding is a warning if the change removes the requirement. It is a note if the workloads of the cluster select no architecture, because their images may be built for both. If a change moves pods from one architecture to the other, or lets them run on one more, the images are named whose names do not say that they fit. It is a warning at the image if its name or tag says that it is built for one of them, such as `web:1.2-amd64`.',
    help: 'Add a requirement for `kubernetes.io/arch`: with one architecture, or with both if every image is built for both.',
    url: 'https://karpenter.sh/docs/concepts/nodepools/#spectemplatespecrequirements',
  },
  examples,
});

const requirements = ['spec', 'template', 'spec', 'requirements'];

const fixesArchitecture = (pool: Manifest): boolean =>
  poolRequirementsOf(pool).some(({ key }) => normalizeLabel(key) === label.arch);

const choosing: ReadonlySet<string> = new Set([
  label.instanceType,
  label.instanceFamily,
  label.instanceCategory,
  label.instanceGeneration,
]);

/** Whether a NodePool restricts its instance types, so that its author thought about them. */
const choosesTypes = (pool: Manifest): boolean =>
  poolRequirementsOf(pool).some(({ key }) => choosing.has(normalizeLabel(key)));

function check(pool: Manifest, context: RuleContext): void {
  const { report, base } = context;
  if (!fieldOf(pool, requirements).isKnown || fixesArchitecture(pool) || !allowsBoth(pool, context)) return;

  const before = samePool(pool, base);
  const isRemoved = before !== undefined && !before.isPartial && fixesArchitecture(before);
  // That instance types of another architecture join the NodePool is the subject of a finding about the pods.
  const isOpened = before !== undefined && !isRemoved && architecturesOf(before, 'none', context)?.length === 1;
  if (isOpened) return;
  if (!isRemoved && !(choosesTypes(pool) && isDoubtful(pool, context))) return;

  const change = isRemoved ? 'no longer limits the architecture' : 'does not limit the architecture';

  report({
    at: pool.keySpan(requirements),
    ...(isRemoved && { severity: 'warning' as const }),
    message: `\`${pool.name}\` ${change}, so Karpenter also launches arm64 nodes, on which images that are built only for amd64 crash`,
    help: 'Add the requirement `kubernetes.io/arch In [amd64]`, or `In [amd64, arm64]` if all images are built for both.',
  });
}

/** The same NodePool before the change. */
const samePool = ({ kind, name }: Manifest, base: ManifestSet | null): Manifest | undefined =>
  base?.manifests.find((other) => other.kind === kind && other.name === name);

/** Whether the instance types of a NodePool have both architectures. */
function allowsBoth(pool: Manifest, { catalog, compatible }: RuleContext): boolean {
  const types = compatible(pool);
  if (!catalog || !types?.isExact) return false;
  return new Set(types.names.map((name) => catalog.type(name)!.architecture)).size > 1;
}

/** Whether there are workloads in the NodePool's cluster, and neither they nor another NodePool say anything about architectures. */
function isDoubtful(pool: Manifest, { all, clusterOf }: RuleContext): boolean {
  const cluster = clusterOf(pool);
  const workloads = workloadsOf(all).filter(({ manifest }) => clusterOf(manifest) === cluster);
  if (workloads.length === 0 || workloads.some(hasArchitectureChoice)) return false;
  return nodePoolsOf(all).every(
    (other) => clusterOf(other) !== cluster || !(fixesArchitecture(other) || mayRequireMore(other)),
  );
}

/** An image whose name or tag says that it is built for one architecture: `amd64/nginx`, `registry.example.com/web:1.2-arm64`. */
const builtFor = /(?:^|[/:._-])(amd64|x86_64|x86-64|arm64v8|arm64|aarch64)(?:$|[/:@._-])/;

interface BuiltImage {
  readonly path: Path;
  readonly image: string;
  readonly architecture: 'amd64' | 'arm64';
}

/** The first image of some pods that is built for one architecture, if nothing selects one. */
function builtImageOf(workload: WorkloadField): BuiltImage | undefined {
  const { manifest, template } = workload;
  const containers = ['initContainers', 'containers'].flatMap((field) => {
    const path = [...template, 'spec', field];
    return asList(manifest.get(path)).map((_, index) => [...path, index, 'image']);
  });

  for (const path of containers) {
    const image = asText(manifest.get(path)) ?? '';
    const word = hasPlaceholder(image) ? undefined : builtFor.exec(image)?.[1];
    if (word !== undefined && !hasArchitectureChoice(workload))
      return { path, image, architecture: /^(?:arm|aarch)/.test(word) ? 'arm64' : 'amd64' };
  }

  return undefined;
}

/** Whether pods may be placed on a NodePool: they choose it, or nothing keeps them off it. */
function mayRunOn(pool: Manifest, workload: WorkloadField, all: ManifestSet): boolean {
  const { manifest, template } = workload;
  const isFree = ['nodeSelector', 'affinity'].every(
    (field) => manifest.get([...template, 'spec', field]) === undefined,
  );
  const isOpen = has(itemsAt(pool, ['spec', 'template', 'spec', 'taints']), () => true) === false;
  return chosenPool(workload, all) === pool || (isFree && isOpen);
}

/** Reports images for one architecture whose pods may get a node of the other one. */
function reportImages(all: ManifestSet, context: RuleContext): void {
  for (const workload of workloadsOf(all)) {
    const built = builtImageOf(workload);
    if (!built) continue;

    const { manifest } = workload;
    const cluster = context.clusterOf(manifest);
    const pool = nodePoolsOf(all).find(
      (pool) => context.clusterOf(pool) === cluster && mayRunOn(pool, workload, all) && allowsBoth(pool, context),
    );
    if (!pool) continue;

    const { path, image, architecture } = built;
    const other = architecture === 'amd64' ? 'arm64' : 'amd64';

    context.report({
      manifest,
      at: manifest.span(path),
      severity: 'warning',
      message: `\`${image}\` is built for ${architecture}, but \`${pool.name}\` also launches ${other} nodes, on which it crashes`,
      help: `Add the node selector \`kubernetes.io/arch: ${architecture}\` to the pods.`,
      labels: [
        { span: pool.span(['metadata', 'name']), message: 'this NodePool has instance types of both architectures' },
      ],
    });
  }
}

/**
 * Reports pods that a change moves to another architecture, or lets run on one more, by the images of which nothing
 * says that they are built for it.
 */
function reportMoved(all: ManifestSet, context: RuleContext): void {
  const { base, clusterOf, baseClusterOf } = context;
  if (base === null) return;

  const before = groupBy(workloadsOf(base), identityOf);
  const moved = new Map<Manifest, Moved[]>();

  for (const workload of workloadsOf(all)) {
    const old = counterpart(workload, before.get(identityOf(workload)) ?? []);
    if (!old || hasArchitectureChoice(workload) || builtImageOf(workload)) continue;

    const from = placementOf(old, baseClusterOf(old.manifest), context);
    const to = placementOf(workload, clusterOf(workload.manifest), context);
    // NodePools without instance types ran no pods that could move.
    if (!from || !to || from.architectures.size === 0) continue;

    const added = [...to.architectures].filter(([architecture]) => !from.architectures.has(architecture));
    // Nodes of other origins may have any architecture.
    const stays =
      !(from.isOnly && to.isOnly) ||
      [...to.architectures.keys()].some((architecture) => from.architectures.has(architecture));
    const [first] = added;
    if (first === undefined || (stays && losesArchitecture(first[1], base))) continue;

    addToGroup(moved, first[1], {
      workload,
      from: [...from.architectures.keys()].join(' and '),
      to: added.map(([architecture]) => architecture).join(' and '),
      stays,
    });
  }

  for (const [pool, pods] of moved) {
    // A NodePool without instance types launches no node of any architecture.
    if (context.compatible(pool)?.emptied !== undefined) continue;

    const { to } = pods[0]!;
    reportPods(pool, pods, {
      built: imagesSelecting(to, all),
      isSure: !all.manifests.some(isUnknownWorkload),
      context,
    });
  }
}

/** Whether a NodePool no longer has a requirement for the architecture, which is the subject of a finding of its own. */
function losesArchitecture(pool: Manifest, base: ManifestSet): boolean {
  const before = samePool(pool, base);
  return !fixesArchitecture(pool) && (before === undefined || fixesArchitecture(before));
}

/** The images of pods that select an architecture, which are built for it. */
const imagesSelecting = (architecture: string, all: ManifestSet): ReadonlySet<string> =>
  new Set(
    workloadsOf(all)
      .filter(
        ({ manifest, template }) => manifest.get([...template, 'spec', 'nodeSelector', label.arch]) === architecture,
      )
      .flatMap(imagesOf),
  );

interface Moved {
  readonly workload: WorkloadField;
  readonly from: string;
  /** The architectures that they may run on only after the change. */
  readonly to: string;
  /** Whether they may still run on nodes of the kind that they had before. */
  readonly stays: boolean;
}

const identityOf = ({ manifest: { kind, namespace = '', name } }: WorkloadField): string =>
  JSON.stringify([kind, namespace, name]);

/** The same workload before the change. Of several clusters, each has its own. */
function counterpart({ manifest }: WorkloadField, candidates: readonly WorkloadField[]): WorkloadField | undefined {
  const name = nameOfSource(manifest.source);
  const [only, ...others] = candidates;
  return (
    candidates.find((candidate) => nameOfSource(candidate.manifest.source) === name) ??
    (others.length === 0 ? only : undefined)
  );
}

interface Placement {
  /** Each architecture with the first NodePool that launches it. */
  readonly architectures: ReadonlyMap<string, Manifest>;
  /** Whether there are no nodes of other origins. */
  readonly isOnly: boolean;
}

/** The architectures of the NodePools that pods may run on; undefined if one is unknown. */
function placementOf(
  { manifest, template }: WorkloadField,
  cluster: ObjectCluster,
  context: RuleContext,
): Placement | undefined {
  const candidates = poolsOfPods(manifest, [...template, 'spec'], cluster);
  if (candidates === undefined || candidates.pools.length === 0) return undefined;

  const architectures = new Map<string, Manifest>();
  const device = deviceOf(manifest, [...template, 'spec']);

  for (const pool of candidates.pools) {
    const offered = architecturesOf(pool, device, context);
    if (offered === undefined) return undefined;
    for (const architecture of offered) if (!architectures.has(architecture)) architectures.set(architecture, pool);
  }

  return { architectures, isOnly: candidates.isOnly };
}

type Device = 'none' | 'nvidia' | 'amd' | 'neuron';

const devices: readonly (readonly [resource: RegExp, device: Device])[] = [
  [/^nvidia\.com\/gpu$/, 'nvidia'],
  [/^amd\.com\/gpu$/, 'amd'],
  [/^aws\.amazon\.com\/neuron/, 'neuron'],
];

/** The device that pods request. Instance types without it never run them. */
function deviceOf(manifest: Manifest, pod: Path): Device {
  const requested = ['initContainers', 'containers'].flatMap((field) =>
    asList(manifest.get([...pod, field])).flatMap((container) => {
      const { requests, limits } = asMapping(asMapping(container)?.resources) ?? {};
      return [requests, limits].flatMap((amounts) => Object.keys(asMapping(amounts) ?? {}));
    }),
  );
  const [, device = 'none'] = devices.find(([resource]) => requested.some((name) => resource.test(name))) ?? [];
  return device;
}

function offersDevice({ gpus, accelerator }: InstanceType, device: Device): boolean {
  if (device === 'none') return true;
  if (device === 'neuron') return accelerator !== undefined;
  return gpus.some(({ manufacturer }) => manufacturer === device);
}

/**
 * The architectures that a NodePool launches for pods with a device, by its requirement or its instance types; undefined if they are
 * unknown.
 */
function architecturesOf(pool: Manifest, device: Device, context: RuleContext): readonly string[] | undefined {
  const ofContext = launchedArchitectures.get(context) ?? new Map<Device, Map<Manifest, Architectures>>();
  launchedArchitectures.set(context, ofContext);
  const ofPools = ofContext.get(device) ?? new Map<Manifest, Architectures>();
  ofContext.set(device, ofPools);

  if (!ofPools.has(pool)) ofPools.set(pool, findArchitectures(pool, device, context));
  return ofPools.get(pool);
}

type Architectures = readonly string[] | undefined;

/** All workloads of a cluster ask about the same NodePools. */
const launchedArchitectures = new WeakMap<RuleContext, Map<Device, Map<Manifest, Architectures>>>();

function findArchitectures(pool: Manifest, device: Device, { catalog, compatible }: RuleContext): Architectures {
  const requirements = poolRequirementsOf(pool).filter(({ key }) => normalizeLabel(key) === label.arch);
  const [only] = requirements;
  if (only && (requirements.length > 1 || !only.isKnown || only.operator !== 'In')) return undefined;

  const remaining = compatible(pool);
  const types = catalog && remaining?.isExact ? remaining.names.map((name) => catalog.type(name)!) : undefined;
  const launched = types && [
    ...new Set(types.filter((type) => offersDevice(type, device)).map(({ architecture }) => architecture)),
  ];
  if (only === undefined) return launched;

  const allowed = only.values.map(({ text }) => text);
  if (launched === undefined || types?.length === 0) return allowed;
  return allowed.filter((architecture) => launched.includes(architecture));
}

interface PodReport {
  /** Images of pods that select the architecture. */
  readonly built: ReadonlySet<string>;
  /** Whether all pods of the files are known, so that no other ones select it. */
  readonly isSure: boolean;
  readonly context: RuleContext;
}

function reportPods(pool: Manifest, pods: readonly Moved[], { built, isSure, context: { report } }: PodReport): void {
  const [{ from, to, stays }] = pods as readonly [Moved, ...Moved[]];
  const images = [...new Set(pods.flatMap(({ workload }) => imagesOf(workload)))]
    .filter((image) => !built.has(image))
    .sort();
  if (images.length === 0) return;

  const requirement = poolRequirementsOf(pool).find(({ key }) => normalizeLabel(key) === label.arch);
  const names = [...new Set(pods.map(({ workload }) => quoted(workload.manifest.name)))].sort();

  const what = () => {
    if (stays) return `Pods of ${firstNames(names)} can now get ${to} nodes of ${quoted(pool.name)}`;
    return `This change moves pods from ${from} to ${to}`;
  };

  report({
    manifest: pool,
    severity: isSure ? 'warning' : 'note',
    at: requirement ? pool.span([...requirement.path, 'values']) : pool.keySpan(requirements),
    message: `${what()}, and nothing in these files says that their images are built for ${to}: ${firstNames(images.map(quoted))}`,
    help: `Check that each image is built for ${to}, for example with \`docker manifest inspect\`. Keep the other pods on a NodePool with ${from}.`,
    labels: pods.slice(0, 3).map(({ workload: { manifest, template } }) => ({
      span: manifest.span([...template, 'spec', 'containers', 0, 'image']),
      message: `pods of ${manifest.kind} \`${manifest.name}\``,
    })),
  });
}

const imagesOf = ({ manifest, template }: WorkloadField): readonly string[] =>
  ['initContainers', 'containers'].flatMap((field) =>
    asList(manifest.get([...template, 'spec', field])).flatMap(
      (container) => asText(asMapping(container)?.image) ?? [],
    ),
  );

const web = yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        containers:
          - name: web
            image: web
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

const tagged = (selector: string) => yaml`
  apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
  spec:
    template:
      spec:
        ${selector}
        containers:
          - name: web
            image: example.com/web:1.2-amd64
            resources:
              requests:
                cpu: 100m
                memory: 100Mi
`;

function examples(): RuleExamples {
  const categories = 'karpenter.k8s.aws/instance-category In [c, m, r]';
  const generations = 'karpenter.k8s.aws/instance-generation Gt ["4"]';
  const bothArchitectures = 'kubernetes.io/arch In [amd64, arm64]';

  return {
    bad: [
      corrected(
        together(nodePool({ requirements: [categories, generations] }), web),
        { 'requirements:': 'requirements:\n  - {key: kubernetes.io/arch, operator: In, values: [amd64]}' },
        { 'requirements:': 'requirements:\n  - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64]}' },
      ),
      corrected(
        together(nodePool({ requirements: [generations, bothArchitectures] }), tagged('restartPolicy: Always')),
        {
          'restartPolicy: Always': 'nodeSelector:\n  kubernetes.io/arch: amd64',
        },
      ),
    ],
    good: [
      together(
        nodePool({ requirements: [generations, bothArchitectures] }),
        tagged('nodeSelector: {kubernetes.io/arch: amd64}'),
      ),
      together(nodePool({ requirements: [categories, generations, 'kubernetes.io/arch In [amd64]'] }), web),
      nodePool({ requirements: [categories, generations] }),
    ],
  };
}
