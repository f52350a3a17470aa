import { describe, expect, test } from 'vitest';
import { podRequests } from '../../../../karpenter/scheduling/pod-requests.ts';
import { manifestsOf, simulator } from '../../simulation.test-support.ts';
import { readWorkloads } from '../workloads.ts';
import { podCreation } from './created-pods.ts';

/** The specs that the pods of these objects have once they are created, by name. Requests of CPU are in millicores. */
function admitted(text: string) {
  const manifests = manifestsOf(text);
  const { workloads, daemonSets } = readWorkloads(manifests, { create: podCreation(manifests, simulator().launching) });
  return Object.fromEntries([...workloads, ...daemonSets].map(({ name, spec }) => [name, spec]));
}

const requestsOf = (text: string, name = 'web'): Record<string, number> =>
  Object.fromEntries(podRequests(admitted(text)[name]!));

const pod = (spec: string, metadata = 'name: web'): string => `
apiVersion: v1
kind: Pod
metadata: { ${metadata} }
spec: { ${spec} }
---
`;
const app = (resources = ''): string =>
  `containers: [{ name: app, image: app${resources && `, resources: { ${resources} }`} }]`;

describe('RuntimeClass', () => {
  const kata = `
apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata: { name: kata }
handler: kata
overhead: { podFixed: { cpu: 250m, memory: 100Mi } }
scheduling:
  nodeSelector: { katacontainers.io/kata-runtime: "true" }
  tolerations: [{ key: kata, operator: Exists }]
---
`;

  test('adds its overhead, node selector and tolerations', () => {
    const { web } = admitted(
      kata +
        pod(
          `runtimeClassName: kata, nodeSelector: { a: b }, tolerations: [{ key: own }], ${app('requests: { cpu: 1 }')}`,
        ),
    );
    expect(podRequests(web!).get('cpu')).toBe(1250);
    expect(web!.nodeSelector).toEqual({ a: 'b', 'katacontainers.io/kata-runtime': 'true' });
    expect(web!.tolerations).toEqual([{ key: 'own' }, { key: 'kata', operator: 'Exists' }]);
  });

  test('does not add to what a pod has already', () => {
    const own = 'overhead: { cpu: 250m, memory: 100Mi }, tolerations: [{ key: kata, operator: Exists }]';
    const { web } = admitted(kata + pod(`runtimeClassName: kata, ${own}, ${app('requests: { cpu: 1 }')}`));
    expect(podRequests(web!).get('cpu')).toBe(1250);
    expect(web!.tolerations).toEqual([{ key: 'kata', operator: 'Exists' }]);
  });

  test('changes no pods of other classes', () => {
    expect(requestsOf(kata + pod(`runtimeClassName: gvisor, ${app('requests: { cpu: 1 }')}`)).cpu).toBe(1000);
    expect(requestsOf(kata + pod(app('requests: { cpu: 1 }'))).cpu).toBe(1000);
  });
});

describe('LimitRange', () => {
  const range = (limits: string, metadata = 'name: defaults'): string => `
apiVersion: v1
kind: LimitRange
metadata: { ${metadata} }
spec: { limits: [${limits}] }
---
`;

  test.each([
    ['the default request', 'type: Container, default: { cpu: 2 }, defaultRequest: { cpu: 1 }, max: { cpu: 4 }', 1000],
    ['the default limit', 'type: Container, default: { cpu: 2 }, max: { cpu: 4 }', 2000],
    ['the maximum', 'type: Container, max: { cpu: 4 }, min: { cpu: 500m }', 4000],
    ['the minimum', 'type: Container, min: { cpu: 500m }', 500],
    ['nothing of a limit for whole pods', 'type: Pod, max: { cpu: 4 }', undefined],
  ])('a container without requests gets %s', (_, limits, cpu) => {
    expect(requestsOf(range(`{ ${limits} }`) + pod(app())).cpu).toBe(cpu);
  });

  test('adds to init containers, and not to what a container requests', () => {
    const text = range('{ type: Container, defaultRequest: { cpu: 3, memory: 1Gi } }');
    const { web } = admitted(
      text + pod(`${app('requests: { cpu: 1 }')}, initContainers: [{ name: first, image: app }]`),
    );
    expect(podRequests(web!)).toEqual(
      new Map([
        ['cpu', 3000],
        ['memory', 2 ** 30],
        ['pods', 1],
      ]),
    );
  });

  test('counts only in its namespace, and the first by name before others', () => {
    const text =
      range('{ type: Container, defaultRequest: { cpu: 3 } }', 'name: b') +
      range('{ type: Container, defaultRequest: { cpu: 2 } }', 'name: a') +
      range('{ type: Container, defaultRequest: { memory: 1Gi } }', 'name: c, namespace: other');
    expect(requestsOf(text + pod(app()))).toEqual({ cpu: 2000, pods: 1 });
  });
});

describe('the VPC resource controller', () => {
  const policy = (spec: string, namespace = 'default'): string => `
apiVersion: vpcresources.k8s.aws/v1beta1
kind: SecurityGroupPolicy
metadata: { name: web, namespace: ${namespace} }
spec: { ${spec} }
---
`;
  const groups = 'securityGroups: { groupIds: [sg-1] }';
  const labelled = pod(app(), 'name: web, labels: { app: web }');

  test.each([
    ['selected by its labels', policy(`podSelector: { matchLabels: { app: web } }, ${groups}`), 1],
    ['selected by an empty selector', policy(`podSelector: {}, ${groups}`), 1],
    ['selected with every ServiceAccount', policy(`serviceAccountSelector: {}, ${groups}`), 1],
    ['of another label', policy(`podSelector: { matchLabels: { app: api } }, ${groups}`), undefined],
    ['of another namespace', policy(`podSelector: {}, ${groups}`, 'other'), undefined],
    ['selected without groups', policy('podSelector: {}'), undefined],
    ['selected by ServiceAccounts', policy(`serviceAccountSelector: { matchLabels: { a: b } }, ${groups}`), undefined],
  ])('a pod %s', (_, text, count) => {
    expect(requestsOf(text + labelled)['vpc.amazonaws.com/pod-eni']).toBe(count);
  });

  test('a pod on the network of the host gets nothing', () => {
    const text = policy(`podSelector: {}, ${groups}`) + pod(`hostNetwork: true, ${app()}`);
    expect(requestsOf(text)).toEqual({ pods: 1 });
  });

  test('a Windows pod requests an address if a ConfigMap turns that on, and no network interface', () => {
    const windows = policy(`podSelector: {}, ${groups}`) + pod(`nodeSelector: { kubernetes.io/os: windows }, ${app()}`);
    const settings = (on: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: amazon-vpc-cni, namespace: kube-system }\ndata: { enable-windows-ipam: "${on}" }\n---\n`;
    expect(requestsOf(settings('true') + windows)).toEqual({ 'vpc.amazonaws.com/PrivateIPv4Address': 1, pods: 1 });
    expect(requestsOf(settings('false') + windows)).toEqual({ pods: 1 });
    expect(requestsOf(windows)).toEqual({ pods: 1 });
  });
});

describe('containers that webhooks add', () => {
  const namespace = (metadata: string): string =>
    `apiVersion: v1\nkind: Namespace\nmetadata: { name: default, ${metadata} }\n---\n`;
  const one = (metadata = 'name: web', spec = ''): string => pod(`${spec}${app('requests: { cpu: 1 }')}`, metadata);

  test.each([
    ['a namespace asks Istio', namespace('labels: { istio-injection: enabled }') + one(), 1100],
    ['a revision of Istio', namespace('labels: { istio.io/rev: stable }') + one(), 1100],
    [
      'a pod refuses',
      namespace('labels: { istio-injection: enabled }') +
        one('name: web, labels: { sidecar.istio.io/inject: "false" }'),
      1000,
    ],
    [
      'a pod on the network of the node',
      namespace('labels: { istio-injection: enabled }') + one('name: web', 'hostNetwork: true, '),
      1000,
    ],
    [
      'annotations replace all defaults',
      namespace('labels: { istio-injection: enabled }') +
        one('name: web, annotations: { sidecar.istio.io/proxyMemory: 1Gi }'),
      1000,
    ],
    [
      'limits become requests',
      one('name: web, annotations: { sidecar.istio.io/inject: "true", sidecar.istio.io/proxyCPULimit: 700m }'),
      1700,
    ],
    [
      'a namespace says what Linkerd requests',
      namespace('annotations: { linkerd.io/inject: enabled, config.linkerd.io/proxy-cpu-request: 300m }') + one(),
      1300,
    ],
    [
      'a pod says otherwise',
      namespace('annotations: { linkerd.io/inject: enabled, config.linkerd.io/proxy-cpu-request: 300m }') +
        one('name: web, annotations: { config.linkerd.io/proxy-cpu-request: 50m }'),
      1050,
    ],
    ['Vault has defaults', one('name: web, annotations: { vault.hashicorp.com/agent-inject: "true" }'), 1250],
    [
      'Vault adds no container next to the own ones',
      one(
        'name: web, annotations: { vault.hashicorp.com/agent-inject: "true", vault.hashicorp.com/agent-pre-populate-only: "true" }',
      ),
      1000,
    ],
    [
      'Dapr with a limit alone',
      one('name: web, annotations: { dapr.io/enabled: "true", dapr.io/sidecar-cpu-limit: 300m }'),
      1300,
    ],
    ['Kuma by a label', one('name: web, labels: { kuma.io/sidecar-injection: enabled }'), 1050],
    ['Kuma reads no annotation', one('name: web, annotations: { kuma.io/sidecar-injection: enabled }'), 1000],
    ['Linkerd reads no label', one('name: web, labels: { linkerd.io/inject: enabled }'), 1000],
    [
      'the namespace refuses Istio',
      namespace('labels: { istio-injection: disabled }') +
        one('name: web, labels: { sidecar.istio.io/inject: "true" }'),
      1000,
    ],
    [
      'a namespace that Istio ignores',
      one('name: web, namespace: kube-system, labels: { sidecar.istio.io/inject: "true" }'),
      1000,
    ],
    [
      'the pod has the container already',
      namespace('labels: { istio-injection: enabled }') +
        pod('containers: [{ name: istio-proxy, image: a, resources: { requests: { cpu: 2 } } }]'),
      2000,
    ],
    [
      'another tool, of which nothing is known',
      one('name: web, annotations: { mesh.example.com/inject: "true" }'),
      1000,
    ],
  ])('%s', (_, text, cpu) => {
    expect(requestsOf(text).cpu).toBe(cpu);
  });

  test('what is not known is named', () => {
    const [web] = readWorkloads(
      manifestsOf(one('name: web, annotations: { mesh.example.com/inject: "true" }')),
    ).workloads;
    expect(web!.uncountedContainers).toEqual(['mesh.example.com/inject']);
    expect(web!.steps.map(({ by }) => by)).toEqual(['A webhook']);
  });
});

describe('VerticalPodAutoscalers', () => {
  const scaler = (spec: string): string =>
    `apiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\nmetadata: { name: web }\nspec: { targetRef: { kind: Pod, name: web }, ${spec} }\n---\n`;
  const bounds = (policy: string, mode = 'Auto'): string =>
    scaler(
      `updatePolicy: { updateMode: ${mode} }, resourcePolicy: { containerPolicies: [{ containerName: "*", ${policy} }] }`,
    );

  test.each([
    ['a minimum', bounds('minAllowed: { cpu: 3 }'), 3000, 'open'],
    ['a minimum of both', bounds('minAllowed: { cpu: 3, memory: 1Gi }'), 3000, 'atLeast'],
    ['a maximum', bounds('maxAllowed: { cpu: 500m }'), 500, 'open'],
    [
      'only memory',
      bounds('controlledResources: [memory], minAllowed: { cpu: 3, memory: 1Gi }, maxAllowed: { memory: 1Gi }'),
      1000,
      'decided',
    ],
    ['the mode Initial', bounds('minAllowed: { cpu: 3 }', 'Initial'), 3000, 'open'],
    [
      'a boost at the start',
      bounds(
        'minAllowed: { cpu: 3, memory: 1Gi }, maxAllowed: { cpu: 3, memory: 1Gi }, startupBoost: { cpu: { type: Factor, factor: 2 } }',
      ),
      3000,
      'open',
    ],
    ['the mode Off', bounds('minAllowed: { cpu: 3 }', '"Off"'), 1000, undefined],
    ['a container that is left out', bounds('mode: "Off", minAllowed: { cpu: 3 }'), 1000, 'decided'],
  ])('%s', (_, text, cpu, certainty) => {
    const [web] = readWorkloads(manifestsOf(text + pod(app('requests: { cpu: 1 }')))).workloads;
    expect([podRequests(web!.spec).get('cpu'), web!.autoscaled?.certainty]).toEqual([cpu, certainty]);
  });
});
