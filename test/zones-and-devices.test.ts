import { describe, expect } from 'vitest';
import { reviewFiles } from '../src/hosts/library/library.ts';
import { sceneTest } from './extent.ts';

const test = sceneTest(2);

/** What a change leaves of the zones of pods, and of the devices that they request. */

const pool = (zones: string, name = 'default', taints = ''): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: 200 }
  template:
    spec:
      ${taints}
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [m7i.xlarge, g5.xlarge] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: topology.kubernetes.io/zone, operator: In, values: [${zones}] }
---
`;

const nodeClass = (image = 'al2023@v20260701'): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: KarpenterNodeRole-prod
  amiSelectorTerms: [{ alias: ${image} }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]
---
`;

const deployment = (spec = '', replicas = 4, limits = 'memory: 1Gi'): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      ${spec}
      containers: [{ name: web, image: "nginx:1.27", resources: { requests: { cpu: 900m, memory: 1Gi }, limits: { ${limits} } } }]
---
`;

const spread =
  'topologySpreadConstraints: [{ maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: ScheduleAnyway, labelSelector: { matchLabels: { app: web } } }]';

async function found(
  code: string,
  base: string,
  head: string,
  others: Readonly<Record<string, string>> = {},
): Promise<readonly string[]> {
  const files = (text: string) => ({ 'cluster/all.yaml': text });
  const options = { today: '2026-11-25', region: 'us-east-1' };
  const { review } = await reviewFiles({ before: files(base), after: { ...files(head), ...others } }, options);
  return review.findings.flatMap(({ diagnostic }) =>
    diagnostic.code === code ? [`${diagnostic.severity} ${diagnostic.message}`] : [],
  );
}

describe('one zone', () => {
  const several = 'us-east-1a, us-east-1b';
  const one = 'us-east-1a';
  const zones = (base: string, head: string): Promise<readonly string[]> =>
    found('provisioning/one-zone', base + nodeClass(), head + nodeClass());

  test('is left by a NodePool', async () =>
    expect(await zones(pool(several) + deployment(), pool(one) + deployment())).toEqual([
      'note After this change, Karpenter launches nodes for the pods of `Deployment/shop/web` only in `us-east-1a`. If this zone fails, none of them runs',
    ]));

  test('is a warning for pods that are to be spread over zones', async () =>
    expect(await zones(pool(several) + deployment(spread), pool(one) + deployment(spread))).toEqual([
      expect.stringMatching(/^warning After this change/),
    ]));

  test('is left by the pods themselves', async () => {
    const pinned = deployment('nodeSelector: { topology.kubernetes.io/zone: us-east-1b }');
    expect(await zones(pool(several) + deployment(), pool(several) + pinned)).toEqual([
      'note After this change, the pods of `Deployment/shop/web` may run only in `us-east-1b`. If this zone fails, none of them runs',
    ]);
  });

  test.each([
    ['that was the only one before', pool(one) + deployment(), pool(one).replace('200', '300') + deployment()],
    ['of a single pod', pool(several) + deployment('', 1), pool(one) + deployment('', 1)],
    [
      'for each of several NodePools',
      pool(several) + deployment(),
      pool(one) + pool('us-east-1b', 'second') + deployment(),
    ],
    ['less of three', pool(`${several}, us-east-1c`) + deployment(), pool(several) + deployment()],
    ['for pods that are new', pool(several), pool(one) + deployment()],
    ['through a placeholder', pool(several) + deployment(), pool('"${ZONE}"') + deployment()],
  ])('is not reported: %s', async (_, base, head) => expect(await zones(base, head)).toEqual([]));
});

describe('a StorageClass', () => {
  const storageClass = (name: string): string => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: ${name} }
provisioner: ebs.csi.aws.com
volumeBindingMode: WaitForFirstConsumer
---
`;

  const ledger = (className: string): string => `apiVersion: apps/v1
kind: StatefulSet
metadata: { name: ledger, namespace: shop }
spec:
  replicas: 2
  serviceName: ledger
  selector: { matchLabels: { app: ledger } }
  template:
    metadata: { labels: { app: ledger } }
    spec: { containers: [{ name: ledger, image: "ledger:1", resources: { requests: { cpu: 900m, memory: 1Gi } } }] }
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], storageClassName: ${className}, resources: { requests: { storage: 10Gi } } }
---
`;

  const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: reports, namespace: shop }
spec: { accessModes: [ReadWriteOnce], storageClassName: ssd, resources: { requests: { storage: 10Gi } } }
---
`;

  const postgres = `apiVersion: postgresql.cnpg.io/v1
kind: Cluster
metadata: { name: accounts, namespace: shop }
spec: { instances: 2, storage: { size: 10Gi, storageClass: ssd } }
---
`;

  const withDefault = (name: string, isDefault = 'true'): string =>
    storageClass(name).replace(
      `{ name: ${name} }`,
      `{ name: ${name}, annotations: { storageclass.kubernetes.io/is-default-class: "${isDefault}" } }`,
    );
  const open = (text: string): string => text.replace(/storageClassName: \w+, /, '');
  const pods = open(ledger('ssd'));
  const changed = (base: string, head: string, others = {}): Promise<readonly string[]> =>
    found('provisioning/default-storage-class', nodes + base, nodes + head, others);

  test.each([
    ['the annotation is false', withDefault('ssd', 'false')],
    ['the annotation is gone', storageClass('ssd')],
    ['the class is another one, without the annotation', storageClass('gp3')],
  ])('is no longer the default: %s', async (_, head) =>
    expect(await changed(withDefault('ssd') + pods, head + pods)).toEqual([
      'warning After the change, no StorageClass of these files is the default, and volumes of StatefulSet `shop/ledger` name none. Volumes that exist stay, but each new claim waits, and its pod stays pending',
    ]),
  );

  test('is a second default, or the default in place of another', async () => {
    const both = withDefault('ssd') + withDefault('io2') + open(claim);
    expect(await changed(withDefault('ssd') + open(claim), both)).toEqual([
      expect.stringMatching(
        /^warning The files then have 2 default StorageClasses\. Volumes of PersistentVolumeClaim `shop\/reports` name none.*: `io2` in a cluster that has `ssd`$/,
      ),
    ]);
    expect(await changed(withDefault('ssd') + pods, withDefault('io2') + withDefault('ssd', 'false') + pods)).toEqual([
      expect.stringMatching(/^note `io2` is then the default StorageClass in place of `ssd`/),
    ]);
  });

  test.each([
    ['each claim names a class', withDefault('ssd') + ledger('ssd'), withDefault('ssd', 'false') + ledger('ssd')],
    ['there was no default', storageClass('ssd') + pods, storageClass('gp3') + storageClass('ssd') + pods],
    ['it stays', withDefault('ssd') + pods, storageClass('gp3') + withDefault('ssd') + pods],
    ['it is unknown', withDefault('ssd') + pods, withDefault('ssd', '${IS_DEFAULT}') + pods],
  ])('is not reported as a default: %s', async (_, base, head) => expect(await changed(base, head)).toEqual([]));

  const nodes = pool('us-east-1a') + nodeClass();
  const removed = (base: string, head: string, others = {}): Promise<readonly string[]> =>
    found('provisioning/storage-class-removed', nodes + base, nodes + head, others);

  test('gets another name, and a StatefulSet keeps the old one', async () =>
    expect(await removed(storageClass('ssd') + ledger('ssd'), storageClass('gp3') + ledger('ssd'))).toEqual([
      'warning The change removes StorageClass `ssd`, which volumes of StatefulSet `shop/ledger` name. Volumes that exist stay, but each new claim waits for the class, and its pod stays pending',
    ]));

  test.each([
    ['a claim', claim, 'PersistentVolumeClaim `shop/reports`'],
    ['an object of an operator', postgres, 'Cluster `shop/accounts`'],
    ['several objects', claim + ledger('ssd'), 'PersistentVolumeClaim `shop/reports`, StatefulSet `shop/ledger`'],
  ])('goes, and %s names it', async (_, uses, names) =>
    expect(await removed(storageClass('ssd') + uses, uses)).toEqual([
      expect.stringContaining(`volumes of ${names} name`),
    ]),
  );

  const driver = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ebs-csi, namespace: argocd }
spec:
  source:
    repoURL: https://kubernetes-sigs.github.io/aws-ebs-csi-driver
    chart: aws-ebs-csi-driver
    targetRevision: 2.40.0
    helm: { valuesObject: { storageClasses: [{ name: ssd }] } }
  destination: { server: "https://kubernetes.default.svc", namespace: kube-system }
---
`;

  test.each([
    ['that no claim names', storageClass('ssd') + ledger('gp3'), ledger('gp3')],
    ['whose claims go with it', storageClass('ssd') + claim, claim.replace('ssd', 'gp3').replace('reports', 'new')],
    ['that was in no file before', ledger('ssd'), ledger('ssd').replace('replicas: 2', 'replicas: 3')],
    ['that a chart creates from now on', storageClass('ssd') + ledger('ssd'), driver + ledger('ssd')],
    ['with an unknown name', storageClass('ssd') + ledger('ssd'), storageClass('"${NAME}"') + ledger('ssd')],
  ])('is not reported: %s', async (_, base, head) => expect(await removed(base, head)).toEqual([]));
});

describe('a device plugin', () => {
  const plugin = (name = 'nvidia-device-plugin-daemonset'): string => `apiVersion: apps/v1
kind: DaemonSet
metadata: { name: ${name}, namespace: kube-system }
spec:
  selector: { matchLabels: { name: plugin } }
  template:
    metadata: { labels: { name: plugin } }
    spec:
      tolerations: [{ operator: Exists }]
      containers: [{ name: plugin, image: "nvcr.io/nvidia/${name}:1", resources: { requests: { cpu: 10m, memory: 32Mi } } }]
---
`;

  const operator = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: gpu-operator, namespace: argocd }
spec:
  source: { repoURL: "https://helm.ngc.nvidia.com/nvidia", chart: gpu-operator, targetRevision: v25.3.0 }
  destination: { server: "https://kubernetes.default.svc", namespace: gpu-operator }
---
`;

  const gpu = deployment('', 2, 'memory: 1Gi, nvidia.com/gpu: 1');
  const nodes = pool('us-east-1a') + nodeClass();
  const removed = (base: string, head: string): Promise<readonly string[]> =>
    found('provisioning/device-plugin-removed', base, head);

  test('goes, and pods request what it offers', async () =>
    expect(await removed(nodes + gpu + plugin(), nodes + gpu)).toEqual([
      'warning The change removes DaemonSet `kube-system/nvidia-device-plugin-daemonset`, and no other object here offers `nvidia.com/gpu`. Without a device plugin, pods of Deployment `shop/web` stay pending on new nodes',
    ]));

  test('of a chart goes', async () =>
    expect(await removed(nodes + gpu + operator, nodes + gpu)).toEqual([
      expect.stringContaining('removes Application `argocd/gpu-operator`'),
    ]));

  test('of another resource goes', async () => {
    const pods = deployment('', 2, 'memory: 1Gi, vpc.amazonaws.com/efa: 1');
    expect(await removed(nodes + pods + plugin('aws-efa-k8s-device-plugin'), nodes + pods)).toHaveLength(1);
    expect(await removed(nodes + gpu + plugin('aws-efa-k8s-device-plugin'), nodes + gpu)).toEqual([]);
  });

  test.each(['nvidia-device-plugin', 'gpu-operator'])(
    'is replaced by a chart of a kustomization: %s',
    async (chart) => {
      const kustomization = `helmCharts:\n  - name: ${chart}\n    repo: https://charts.example.com\n    version: 1.0.0\n`;
      const code = 'provisioning/device-plugin-removed';
      const head = nodes + gpu;
      expect(await found(code, head + plugin(), head, { 'gpu/kustomization.yaml': kustomization })).toEqual([]);
      const other = kustomization.replace(chart, 'grafana');
      expect(await found(code, head + plugin(), head, { 'gpu/kustomization.yaml': other })).toHaveLength(1);
    },
  );

  const bottlerocket = pool('us-east-1a') + nodeClass('bottlerocket@v1.40.0');

  test.each([
    ['is replaced by an operator', nodes + gpu + plugin(), nodes + gpu + operator],
    ['gets another name', nodes + gpu + plugin(), nodes + gpu + plugin('k8s-device-plugin')],
    ['goes together with the pods', nodes + gpu + plugin(), nodes],
    ['goes, and no pods request a GPU', nodes + deployment() + plugin(), nodes + deployment()],
    ['is in the image of Bottlerocket', bottlerocket + gpu + plugin(), bottlerocket + gpu],
    ['was never there', nodes + gpu, nodes + gpu + deployment('', 2).replace('name: web', 'name: api')],
    ['goes, and the node classes are elsewhere', pool('us-east-1a') + gpu + plugin(), pool('us-east-1a') + gpu],
  ])('is not reported: %s', async (_, base, head) => expect(await removed(base, head)).toEqual([]));

  const tainted = pool('us-east-1a', 'gpu', 'taints: [{ key: nvidia.com/gpu, value: "true", effect: NoSchedule }]');
  const tolerant = deployment('tolerations: [{ key: nvidia.com/gpu, operator: Exists }]', 2, 'nvidia.com/gpu: 1');
  const stopped = (name?: string): string => plugin(name).replace('tolerations: [{ operator: Exists }]', '');
  const lost = (base: string, head: string): Promise<readonly string[]> =>
    found('provisioning/daemonset-lost', base, head);
  const warning =
    'warning The pods of device plugin `kube-system/nvidia-device-plugin-daemonset` do not run on nodes of NodePool `gpu`: they do not tolerate the taint `nvidia.com/gpu=true:NoSchedule`. So these nodes never offer `nvidia.com/gpu`, and the pods of `Deployment/shop/web` stay pending';

  test.each([
    ['of a new NodePool', nodes + stopped(), nodes + stopped() + tainted + tolerant],
    ['of a new NodePool that is the only one', nodeClass(), nodeClass() + tainted + stopped() + tolerant],
    ['whose pods are new', nodeClass() + tainted + stopped(), nodeClass() + tainted + stopped() + tolerant],
  ])('does not tolerate the taint %s', async (_, base, head) => expect(await lost(base, head)).toEqual([warning]));

  test.each([
    ['it tolerates the taint', nodes, nodes + tainted + tolerant + plugin()],
    ['it did so before', nodes + tainted + tolerant + stopped(), nodes + tainted + tolerant + stopped() + operator],
    ['an operator installs another one', nodes + operator, nodes + tainted + tolerant + stopped() + operator],
    ['the image contains it', bottlerocket, bottlerocket + tainted + tolerant + stopped()],
    ['nothing requests a device', nodeClass(), nodeClass() + tainted + stopped()],
    ['the plugin is of another device', nodes, nodes + tainted + tolerant + stopped('aws-efa-k8s-device-plugin')],
    ['the node class is elsewhere', tainted, tainted + tolerant + stopped()],
    ['a second one tolerates it', nodes, nodes + tainted + tolerant + stopped() + plugin('k8s-device-plugin')],
  ])('is not reported as stopped: %s', async (_, base, head) =>
    expect((await lost(base, head)).filter((text) => text.includes('device plugin'))).toEqual([]),
  );
});

describe('the driver of volumes', () => {
  const release = (values: string, chart = 'aws-ebs-csi-driver'): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: driver, namespace: kube-system }
spec:
  chart: { spec: { chart: ${chart}, version: 2.48.0, sourceRef: { kind: HelmRepository, name: charts } } }
  ${values}
---
`;
  const strict = release('values: { node: { tolerateAllTaints: false } }');
  const storageClass = (provisioner = 'ebs.csi.aws.com'): string =>
    `apiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: { name: data }\nprovisioner: ${provisioner}\nvolumeBindingMode: WaitForFirstConsumer\n---\n`;
  const claim = `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: { name: data, namespace: shop }\nspec: { accessModes: [ReadWriteOnce], storageClassName: data, resources: { requests: { storage: 10Gi } } }\n---\n`;
  const volume =
    'tolerations: [{ key: dedicated, operator: Exists }]\n      volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]';
  const users = storageClass() + claim + deployment(volume, 1);
  const db = pool('us-east-1a', 'db', 'taints: [{ key: dedicated, value: db, effect: NoSchedule }]');
  const nodes = nodeClass() + db;
  const lost = (base: string, head: string): Promise<readonly string[]> =>
    found('provisioning/daemonset-lost', base, head);
  const warning = (chart = 'aws-ebs-csi-driver', volumes = 'EBS'): string =>
    `warning The pods of the chart \`${chart}\` do not run on nodes of NodePool \`db\`, because they do not tolerate the taint \`dedicated=db:NoSchedule\`. ${volumes} volumes of pods cannot be mounted there, so the pods of \`Deployment/shop/web\` never start`;

  test.each([
    ['a new NodePool', nodeClass() + strict + users, nodes + strict + users, warning()],
    ['pods with volumes that are new', nodes + strict, nodes + strict + users, warning()],
    ['values that change', nodes + release('') + users, nodes + strict + users, warning()],
    [
      'another driver',
      nodes,
      nodes + release('values: { node: { tolerations: [] } }', 'aws-efs-csi-driver') + users.replace('ebs', 'efs'),
      warning('aws-efs-csi-driver', 'EFS'),
    ],
  ])('is kept off its nodes by %s', async (_, base, head, text) => expect(await lost(base, head)).toEqual([text]));

  test.each([
    ['its pods tolerate everything by default', release('')],
    [
      'its pods tolerate this taint',
      release('values: { node: { tolerateAllTaints: false, tolerations: [{ key: dedicated, operator: Exists }] } }'),
    ],
    ['its values are elsewhere', release('valuesFrom: [{ kind: ConfigMap, name: values }]')],
    ['no pod there has a volume of it', strict.replace('aws-ebs-csi-driver', 'aws-efs-csi-driver')],
  ])('is not reported: %s', async (_, driver) =>
    expect(await lost(nodeClass() + driver, nodes + driver + users)).toEqual([]),
  );

  test('is not reported if it did not run there before', async () =>
    expect(
      await lost(nodes + strict + users, nodes + strict + users + deployment('', 1).replaceAll('web', 'api')),
    ).toEqual([]));

  test('is not reported for volumes that nothing shows', async () =>
    expect(await lost(nodes + strict, nodes + strict + claim + deployment(volume, 1))).toEqual([]));
});
