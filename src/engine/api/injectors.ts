type Requests = Readonly<Record<string, string>>;

/** A label or annotation, and the values that ask for a container. Without values, any value does. */
interface Asking {
  readonly key: string;
  readonly values?: readonly string[];
}

/** A webhook that adds a container to pods which ask for it, or whose namespace does. */
export interface Injector {
  /** The tool, for people. */
  readonly title: string;
  /** The name of the container. */
  readonly container: string;
  /** Labels or annotations of a pod. */
  readonly pod: readonly Asking[];
  /** Labels or annotations of a namespace that ask for all of its pods. */
  readonly namespace: readonly Asking[];
  /** Values of the first key of `pod` with which a pod refuses what its namespace asks for. */
  readonly refusals: readonly string[];
  /** Annotations with what the container requests, if the tool has any. */
  readonly cpu?: string;
  readonly memory?: string;
  /** Annotations with its limits. */
  readonly limits?: { readonly cpu: string; readonly memory: string };
  /** Whether these annotations also count on the namespace. */
  readonly readsNamespace?: true;
  /** What it requests without annotations, as installed by default. Undefined if that is nothing, and installations set it. */
  readonly defaults?: Requests;
  /** Whether one annotation replaces all defaults. */
  readonly replacesTogether?: true;
  /** Whether pods on the network of the node get none. */
  readonly skipsHostNetwork?: true;
}

/** Webhooks of meshes and agents, each with the page that documents its keys and defaults. */
export const injectors: readonly Injector[] = [
  {
    // istio.io/latest/docs/setup/additional-setup/sidecar-injection, istio.io/latest/docs/reference/config/annotations,
    // istio manifests/charts/istio-control/istio-discovery values.yaml (global.proxy.resources) and files/injection-template.yaml
    title: 'Istio',
    container: 'istio-proxy',
    pod: [{ key: 'sidecar.istio.io/inject', values: ['true'] }, { key: 'istio.io/rev' }],
    namespace: [{ key: 'istio-injection', values: ['enabled'] }, { key: 'istio.io/rev' }],
    refusals: ['false'],
    cpu: 'sidecar.istio.io/proxyCPU',
    memory: 'sidecar.istio.io/proxyMemory',
    limits: { cpu: 'sidecar.istio.io/proxyCPULimit', memory: 'sidecar.istio.io/proxyMemoryLimit' },
    defaults: { cpu: '100m', memory: '128Mi' },
    replacesTogether: true,
    skipsHostNetwork: true,
  },
  {
    // linkerd.io/2/features/proxy-injection, linkerd.io/2/reference/proxy-configuration. The chart sets no requests.
    title: 'Linkerd',
    container: 'linkerd-proxy',
    pod: [{ key: 'linkerd.io/inject', values: ['enabled', 'ingress'] }],
    namespace: [{ key: 'linkerd.io/inject', values: ['enabled', 'ingress'] }],
    refusals: ['disabled'],
    cpu: 'config.linkerd.io/proxy-cpu-request',
    memory: 'config.linkerd.io/proxy-memory-request',
    readsNamespace: true,
    skipsHostNetwork: true,
  },
  {
    // docs.dapr.io/reference/arguments-annotations-overview. Without annotations, the sidecar requests nothing.
    title: 'Dapr',
    container: 'daprd',
    pod: [{ key: 'dapr.io/enabled', values: ['true'] }],
    namespace: [],
    refusals: ['false'],
    cpu: 'dapr.io/sidecar-cpu-request',
    memory: 'dapr.io/sidecar-memory-request',
  },
  {
    // developer.hashicorp.com/vault/docs/deploy/kubernetes/injector/annotations
    title: 'Vault',
    container: 'vault-agent',
    pod: [{ key: 'vault.hashicorp.com/agent-inject', values: ['true'] }],
    namespace: [],
    refusals: ['false'],
    cpu: 'vault.hashicorp.com/agent-requests-cpu',
    memory: 'vault.hashicorp.com/agent-requests-mem',
    defaults: { cpu: '250m', memory: '64Mi' },
  },
  {
    // aws.github.io/aws-app-mesh-controller-for-k8s/reference/injector
    title: 'App Mesh',
    container: 'envoy',
    pod: [{ key: 'appmesh.k8s.aws/sidecarInjectorWebhook', values: ['enabled'] }],
    namespace: [{ key: 'appmesh.k8s.aws/sidecarInjectorWebhook', values: ['enabled'] }],
    refusals: ['disabled'],
    cpu: 'appmesh.k8s.aws/cpuRequest',
    memory: 'appmesh.k8s.aws/memoryRequest',
    defaults: { cpu: '10m', memory: '32Mi' },
  },
  {
    // kuma.io/docs/latest/production/dp-config/dpp-on-kubernetes. Only a ContainerPatch changes the requests.
    title: 'Kuma',
    container: 'kuma-sidecar',
    pod: [{ key: 'kuma.io/sidecar-injection', values: ['enabled', 'true'] }],
    namespace: [{ key: 'kuma.io/sidecar-injection', values: ['enabled', 'true'] }],
    refusals: ['disabled', 'false'],
    defaults: { cpu: '50m', memory: '64Mi' },
  },
  {
    // developer.hashicorp.com/consul/docs/reference/k8s/annotation-label. Requests are values of the chart.
    title: 'Consul',
    container: 'consul-dataplane',
    pod: [{ key: 'consul.hashicorp.com/connect-inject', values: ['true'] }],
    namespace: [],
    refusals: ['false'],
    cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-request',
    memory: 'consul.hashicorp.com/sidecar-proxy-memory-request',
  },
  {
    // opentelemetry.io/docs/platforms/kubernetes/operator: the requests are those of a collector.
    title: 'OpenTelemetry',
    container: 'otc-container',
    pod: [{ key: 'sidecar.opentelemetry.io/inject' }],
    namespace: [{ key: 'sidecar.opentelemetry.io/inject' }],
    refusals: ['false'],
  },
];

/** The labels and annotations that decide what is added. */
export const injectorKeys: ReadonlySet<string> = new Set(
  injectors.flatMap(({ pod, namespace, cpu, memory, limits }) => [
    ...[...pod, ...namespace].map(({ key }) => key),
    ...[cpu, memory, limits?.cpu, limits?.memory].flatMap((key) => key ?? []),
  ]),
);

/** A key that asks a webhook for a container by its name, whichever tool it belongs to: `mesh.example.com/inject: "true"`. */
export const asksForContainer = (key: string, value: string): boolean =>
  /[./-](?:inject|inject-sidecar|sidecar-inject|sidecar-injection|inject-agent|agent-inject)$/.test(key) &&
  /^(?:true|enabled|yes)$/.test(value) &&
  !key.startsWith('instrumentation.opentelemetry.io/') &&
  !injectorKeys.has(key);
