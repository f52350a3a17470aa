import type { Draft } from './draft.ts';
import { requests } from './vocabulary.ts';

type Container = Record<string, unknown> & { resources?: Record<string, Record<string, string>> };

const image = (name: string): string => `registry.example.com/${name}:1`;

/** Containers of a pod with their requests, and the requests of the pod as a whole. */
export function containers(draft: Draft, app: string): Record<string, unknown> {
  const { random } = draft;
  const main = container(draft, app);
  const otherContainers: Container[] = random.chance(0.12)
    ? [{ name: 'sidecar', image: image('envoy'), resources: { requests: { cpu: '100m', memory: '128Mi' } } }]
    : [];
  extended(draft, main);
  if (draft.has('host-ports', 0.06)) main.ports = [hostPort(draft)];
  return {
    containers: [main, ...otherContainers],
    ...initContainers(draft),
    ...(draft.has('overhead', 0.03) && { runtimeClassName: 'kata', overhead: { cpu: '250m', memory: '120Mi' } }),
    ...(draft.has('pod-level-resources', 0.03) && { resources: podResources(draft, [main, ...otherContainers]) }),
    ...(draft.has('host-network', 0.02) && { hostNetwork: true }),
  };
}

function container(draft: Draft, name: string): Container {
  const { random } = draft;
  const asked = requests(draft);
  if (draft.has('ephemeral-storage', 0.05)) asked['ephemeral-storage'] = random.pick('2Gi', '5Gi', '16Gi', '40Gi');
  if (draft.has('impossible-request', 0.015))
    Object.assign(asked, random.pick({ cpu: '900' }, { memory: '40Ti' }, { cpu: '2000000' }));
  const resources = draft.has('no-requests', 0.03)
    ? {}
    : draft.has('limits-as-requests', 0.12)
      ? { limits: asked }
      : {
          requests: asked,
          ...(asked.memory !== undefined && random.chance(0.3) && { limits: { memory: asked.memory } }),
        };
  return { name, image: image(name), ...(Object.keys(resources).length > 0 && { resources }) };
}

function initContainers(draft: Draft): object {
  if (!draft.has('init-containers', 0.08)) return {};
  const { random } = draft;
  const migrate: Container = {
    name: 'migrate',
    image: image('migrate'),
    resources: { requests: { cpu: random.pick('200m', '2', '3'), memory: random.pick('256Mi', '4Gi', '9Gi') } },
  };
  const proxy: Container = {
    name: 'proxy',
    image: image('proxy'),
    restartPolicy: 'Always',
    resources: { [random.pick('requests', 'limits')]: { cpu: '150m', memory: '200Mi' } },
  };
  if (!draft.has('sidecar-containers', 0.5)) return { initContainers: [migrate] };
  return { initContainers: random.pick([proxy], [proxy, migrate], [migrate, proxy]) };
}

function podResources({ random }: Draft, own: readonly Container[]): object {
  for (const each of own) if (random.chance(0.5)) delete each.resources;
  return random.pick<object>(
    { requests: { cpu: '2', memory: '3Gi' } },
    { limits: { cpu: '16', memory: '64Gi' } },
    { requests: { cpu: '1500m' }, limits: { cpu: '16', memory: '48Gi' } },
  );
}

/** GPUs and similar resources, sometimes without any NodePool that has them. */
function extended(draft: Draft, main: Container): void {
  const { random } = draft;
  const purposes = draft.pools.map(({ purpose }) => purpose);
  const wished = [
    ...(purposes.includes('gpu') ? ['nvidia.com/gpu', 'nvidia.com/gpu', 'amd.com/gpu'] : []),
    ...(purposes.includes('neuron') ? ['aws.amazon.com/neuron', 'aws.amazon.com/neuroncore'] : []),
  ];
  const resource =
    wished.length > 0 && random.chance(0.4)
      ? random.pick(...wished)
      : draft.has('extended-resources', 0.02)
        ? random.pick(
            'vpc.amazonaws.com/pod-eni',
            'vpc.amazonaws.com/efa',
            'nvidia.com/gpu',
            'example.com/fuse',
            'hugepages-2Mi',
          )
        : undefined;
  if (resource === undefined) return;
  draft.note(resource);
  const amount = resource.startsWith('hugepages') ? '64Mi' : random.pick('1', '1', '1', '2', '4');
  main.resources ??= {};
  main.resources.limits = { ...main.resources.limits, [resource]: amount };
}

function hostPort(draft: Draft): object {
  const { random } = draft;
  return {
    containerPort: 8080,
    hostPort: random.pick(8080, 8080, 9100),
    ...(draft.has('host-ip', 0.2) && { hostIP: random.pick('127.0.0.1', '10.0.0.1', '0.0.0.0') }),
    ...(random.chance(0.2) && { protocol: 'UDP' }),
  };
}
