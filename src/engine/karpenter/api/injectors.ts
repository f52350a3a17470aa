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
  /** Where pods and namespaces write these keys. Default: in both. */
  readonly podsWrite?: 'labels' | 'annotations';
  readonly namespacesWrite?: 'labels' | 'annotations';
  /** Namespaces whose pods get none, whatever they ask for. */
  readonly ignores: readonly string[];
  /** A label of a namespace with which its pods get none, whatever they ask for. */
  readonly namespaceRefusal?: Asking;
  /** A label or annotation of a pod with which it gets none next to its own containers. */
  readonly without?: Asking;
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

/** Webhooks of meshes and agents, each with the source text that shows its keys and defaults. */
export const injectors: readonly Injector[] = [
  {
    // istio manifests/charts/istio-control/istio-discovery: values.yaml (global.proxy.resources), files/injection-template.yaml and
    // templates/mutatingwebhook.yaml; pkg/kube/inject inject.go (injectRequired) and initializer.go (IgnoredNamespaces). The annotation
    // of a pod counts only in a namespace with a label, which may be in no file.
    title: 'Istio',
    container: 'istio-proxy',
    pod: [{ key: 'sidecar.istio.io/inject', values: ['true'] }, { key: 'istio.io/rev' }],
    namespace: [{ key: 'istio-injection', values: ['enabled'] }, { key: 'istio.io/rev' }],
    ignores: ['kube-system', 'kube-public', 'kube-node-lease', 'local-path-storage'],
    namespaceRefusal: { key: 'istio-injection', values: ['disabled'] },
    namespacesWrite: 'labels',
    refusals: ['false'],
    cpu: 'sidecar.istio.io/proxyCPU',
    memory: 'sidecar.istio.io/proxyMemory',
    limits: { cpu: 'sidecar.istio.io/proxyCPULimit', memory: 'sidecar.istio.io/proxyMemoryLimit' },
    defaults: { cpu: '100m', memory: '128Mi' },
    replacesTogether: true,
    skipsHostNetwork: true,
  },
  {
    // linkerd2 pkg/k8s/labels.go, pkg/inject/report.go, charts/linkerd-control-plane/values.yaml, which sets no requests.
    title: 'Linkerd',
    container: 'linkerd-proxy',
    pod: [{ key: 'linkerd.io/inject', values: ['enabled', 'ingress'] }],
    namespace: [{ key: 'linkerd.io/inject', values: ['enabled', 'ingress'] }],
    podsWrite: 'annotations',
    namespacesWrite: 'annotations',
    ignores: ['kube-system', 'cert-manager'],
    namespaceRefusal: { key: 'config.linkerd.io/admission-webhooks', values: ['disabled'] },
    refusals: ['disabled'],
    cpu: 'config.linkerd.io/proxy-cpu-request',
    memory: 'config.linkerd.io/proxy-memory-request',
    limits: { cpu: 'config.linkerd.io/proxy-cpu-limit', memory: 'config.linkerd.io/proxy-memory-limit' },
    readsNamespace: true,
    skipsHostNetwork: true,
  },
  {
    // dapr pkg/injector/annotations/annotations.go, pkg/injector/patcher/sidecar.go. Without annotations, the sidecar requests nothing.
    title: 'Dapr',
    container: 'daprd',
    pod: [{ key: 'dapr.io/enabled', values: ['true'] }],
    namespace: [],
    podsWrite: 'annotations',
    ignores: [],
    refusals: ['false'],
    cpu: 'dapr.io/sidecar-cpu-request',
    memory: 'dapr.io/sidecar-memory-request',
    limits: { cpu: 'dapr.io/sidecar-cpu-limit', memory: 'dapr.io/sidecar-memory-limit' },
  },
  {
    // vault-k8s agent-inject/agent/annotations.go, agent-inject/agent/container_sidecar.go, agent-inject/handler.go
    title: 'Vault',
    container: 'vault-agent',
    pod: [{ key: 'vault.hashicorp.com/agent-inject', values: ['true'] }],
    namespace: [],
    podsWrite: 'annotations',
    ignores: ['kube-system', 'kube-public'],
    without: { key: 'vault.hashicorp.com/agent-pre-populate-only', values: ['true'] },
    refusals: ['false'],
    cpu: 'vault.hashicorp.com/agent-requests-cpu',
    memory: 'vault.hashicorp.com/agent-requests-mem',
    defaults: { cpu: '250m', memory: '64Mi' },
  },
  {
    // aws-app-mesh-controller-for-k8s docs/reference/injector.md, pkg/inject/constants.go, pkg/inject/config.go, pkg/inject/inject.go. The
    // webhook is called only for namespaces with the label, which may be in no file.
    title: 'App Mesh',
    container: 'envoy',
    pod: [{ key: 'appmesh.k8s.aws/sidecarInjectorWebhook', values: ['enabled'] }],
    namespace: [{ key: 'appmesh.k8s.aws/sidecarInjectorWebhook', values: ['enabled'] }],
    podsWrite: 'annotations',
    namespacesWrite: 'labels',
    ignores: [],
    refusals: ['disabled'],
    cpu: 'appmesh.k8s.aws/cpuRequest',
    memory: 'appmesh.k8s.aws/memoryRequest',
    defaults: { cpu: '10m', memory: '32Mi' },
  },
  {
    // kuma deployments/charts/kuma/templates/cp-webhooks-and-secrets.yaml, pkg/config/plugins/runtime/k8s/config.go. Only a ContainerPatch
    // changes the requests.
    title: 'Kuma',
    container: 'kuma-sidecar',
    pod: [{ key: 'kuma.io/sidecar-injection', values: ['enabled'] }],
    namespace: [{ key: 'kuma.io/sidecar-injection', values: ['enabled', 'true'] }],
    podsWrite: 'labels',
    namespacesWrite: 'labels',
    ignores: ['kube-system'],
    refusals: ['disabled', 'false'],
    defaults: { cpu: '50m', memory: '64Mi' },
  },
  {
    // consul-k8s control-plane/connect-inject/constants/annotations_and_labels.go, control-plane/connect-inject/webhook/mesh_webhook.go,
    // charts/consul/values.yaml. Requests are values of the chart, which sets none.
    title: 'Consul',
    container: 'consul-dataplane',
    pod: [{ key: 'consul.hashicorp.com/connect-inject', values: ['true'] }],
    namespace: [],
    podsWrite: 'annotations',
    ignores: ['kube-system', 'local-path-storage'],
    refusals: ['false'],
    cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-request',
    memory: 'consul.hashicorp.com/sidecar-proxy-memory-request',
    limits: {
      cpu: 'consul.hashicorp.com/sidecar-proxy-cpu-limit',
      memory: 'consul.hashicorp.com/sidecar-proxy-memory-limit',
    },
  },
  {
    // opentelemetry-operator pkg/sidecar/annotation.go. The requests are those of a collector.
    title: 'OpenTelemetry',
    container: 'otc-container',
    pod: [{ key: 'sidecar.opentelemetry.io/inject' }],
    namespace: [{ key: 'sidecar.opentelemetry.io/inject' }],
    podsWrite: 'annotations',
    namespacesWrite: 'annotations',
    ignores: [],
    refusals: ['false'],
  },
];

/** The labels and annotations that decide what is added. */
export const injectorKeys: ReadonlySet<string> = new Set(
  injectors.flatMap(({ pod, namespace, namespaceRefusal, without, cpu, memory, limits }) => [
    ...[...pod, ...namespace, namespaceRefusal, without].flatMap((asking) => asking?.key ?? []),
    ...[cpu, memory, limits?.cpu, limits?.memory].flatMap((key) => key ?? []),
  ]),
);

/** A key that asks a webhook for a container by its name, whichever tool it belongs to: `mesh.example.com/inject: "true"`. */
export const asksForContainer = (key: string, value: string): boolean =>
  /[./-](?:inject|inject-sidecar|sidecar-inject|sidecar-injection|inject-agent|agent-inject)$/.test(key) &&
  /^(?:true|enabled|yes)$/.test(value) &&
  !key.startsWith('instrumentation.opentelemetry.io/') &&
  !injectorKeys.has(key);
