/** A webhook that adds a container to pods which ask for it. */
export interface Injector {
  /** The name of the container. */
  readonly container: string;
  /** A label or annotation, with the values that ask for it. */
  readonly key: string;
  readonly values: readonly string[];
  /** Annotations with what the container requests. */
  readonly cpu: string;
  readonly memory: string;
}

/**
 * Istio (istio.io/latest/docs/reference/config/annotations), Linkerd (linkerd.io/2/reference/proxy-configuration), Dapr
 * (docs.dapr.io/reference/arguments-annotations-overview) and the agent of Vault
 * (developer.hashicorp.com/vault/docs/deploy/kubernetes/injector/annotations).
 */
export const injectors: readonly Injector[] = [
  {
    container: 'istio-proxy',
    key: 'sidecar.istio.io/inject',
    values: ['true'],
    cpu: 'sidecar.istio.io/proxyCPU',
    memory: 'sidecar.istio.io/proxyMemory',
  },
  {
    container: 'linkerd-proxy',
    key: 'linkerd.io/inject',
    values: ['enabled', 'ingress'],
    cpu: 'config.linkerd.io/proxy-cpu-request',
    memory: 'config.linkerd.io/proxy-memory-request',
  },
  {
    container: 'daprd',
    key: 'dapr.io/enabled',
    values: ['true'],
    cpu: 'dapr.io/sidecar-cpu-request',
    memory: 'dapr.io/sidecar-memory-request',
  },
  {
    container: 'vault-agent',
    key: 'vault.hashicorp.com/agent-inject',
    values: ['true'],
    cpu: 'vault.hashicorp.com/agent-requests-cpu',
    memory: 'vault.hashicorp.com/agent-requests-mem',
  },
];

/** The labels and annotations that decide what is added. */
export const injectorKeys: ReadonlySet<string> = new Set(
  injectors.flatMap(({ key, cpu, memory }) => [key, cpu, memory]),
);
