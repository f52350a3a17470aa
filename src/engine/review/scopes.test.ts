import { describe, expect, test } from 'vitest';
import { openFacts } from '../../io/catalog/facts.ts';
import { defaultSettings, type Environment, type Settings } from '../karpenter/api/settings.ts';
import { reviewDocument } from '../report/documents/json.ts';
import type { SourceSet } from './context/source-set.ts';
import { figures } from './figures/figures.ts';
import { gate } from './gate/gate.ts';
import { review } from './review.ts';

const facts = openFacts(new URL('../../../data', import.meta.url).pathname);

const environment = (over: Partial<Environment>): Environment => ({
  paths: [],
  clusterArn: undefined,
  roleArn: undefined,
  allowedAccountIds: [],
  context: undefined,
  delivery: undefined,
  leaseNamespace: 'kube-system',
  readyMinutes: 10,
  own: {},
  ...over,
});

const dev = environment({ paths: ['dev'], own: { region: 'us-east-1', karpenterVersion: '1.14' } });
const prod = environment({
  paths: ['prod'],
  clusterArn: 'arn:aws:eks:eu-central-1:111122223333:cluster/prod',
  own: { karpenterVersion: '1.0', rules: { 'require-limits': 'error' }, gate: { monthlyIncreaseUsd: 1 } },
});
const both = { dev, prod };

const pool = (type: string, more = ''): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: general}
spec:
  ${more || 'limits: {cpu: 1000}'}
  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        - {key: node.kubernetes.io/instance-type, operator: In, values: [${type}]}
---
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: node
  amiSelectorTerms: [{alias: al2023@v20250101}]
  subnetSelectorTerms: [{tags: {karpenter.sh/discovery: x}}]
  securityGroupSelectorTerms: [{tags: {karpenter.sh/discovery: x}}]
`;
const app = (replicas: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop, namespace: shop}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: a, image: "x:1", resources: {requests: {cpu: "1", memory: 1Gi}}}]}
`;

type Files = Readonly<Record<string, string>>;

const setOf = (files: Files): SourceSet => ({
  sources: Object.entries(files).map(([file, text]) => ({ file, text })),
  hintSources: [],
  diagnostics: [],
});

const reviewed = (base: Files, head: Files, over: Partial<Settings> = {}) =>
  review({
    base: setOf(base),
    head: setOf(head),
    settings: { ...defaultSettings, environments: both, ...over },
    facts,
    version: '0',
    figures,
  });

const files = (type: string): Files => ({
  'dev/pool.yaml': pool(type),
  'dev/app.yaml': app(2),
  'prod/pool.yaml': pool(type),
  'prod/app.yaml': app(7),
});

describe('environments', () => {
  test('each is priced in its own region, with its own Karpenter and its own pods', () => {
    const { environments } = reviewed(files('m5.large'), files('m5.xlarge'));
    expect(
      environments.map(({ name, target, accounts, isMain, estimate }) => [
        ...[name, target.region, target.karpenterVersion, accounts.join(), isMain],
        ...[estimate?.region, estimate?.karpenterVersion, estimate?.base?.nodes.likely, estimate?.head?.nodes.likely],
      ]),
    ).toEqual([
      ['dev', 'us-east-1', '1.14', '', false, 'us-east-1', '1.14', 2, 1],
      ['prod', 'eu-central-1', '1.0', '111122223333', true, 'eu-central-1', '1.0', 7, 3],
    ]);
  });

  test('the cluster of one environment does not give another one its region', () => {
    const arn = 'arn:aws:eks:eu-central-1:111122223333:cluster/prod';
    const setUp = {
      'plumbline.yaml': `environments:\n  prod: { paths: [prod], clusterArn: ${arn} }\n`,
      '.github/workflows/plumbline-snapshot-prod.yaml': `run: plumbline snapshot --cluster-arn ${arn}\n`,
    };
    const regions = (over: Files) =>
      reviewed(
        { ...files('m5.large'), ...setUp },
        { ...files('m5.xlarge'), ...setUp, ...over },
        { environments: { dev: environment({ paths: ['dev'] }), prod } },
      ).environments.map(({ target }) => [target.region, target.isRegionAssumed]);
    expect(regions({})).toEqual([
      ['us-east-1', true],
      ['eu-central-1', false],
    ]);
    // Files of the repository about all clusters still count.
    const shared = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { arn: '${arn}' }\n`;
    expect(regions({ 'shared/settings.yaml': shared })[0]).toEqual(['eu-central-1', false]);
  });

  test('one that leaves is priced as it was before the change', () => {
    const zones = 'requirements:\n        - {key: topology.kubernetes.io/zone, operator: In, values: [eu-central-1a]}';
    const inZone = pool('m5.large').replace('requirements:', zones);
    const before = { ...files('m5.large'), 'qa/pool.yaml': inZone, 'qa/app.yaml': app(3) };
    const { environments } = reviewed(before, files('m5.large'), {
      environments: { ...both, qa: environment({ paths: ['qa'] }) },
    });
    const qa = environments.find(({ name }) => name === 'qa');

    expect([qa?.target.region, qa?.estimate?.base?.nodes.likely, qa?.estimate?.head?.nodes.likely]).toEqual([
      ...['eu-central-1', 3, 0],
    ]);
  });

  test('one that comes runs nothing before, whatever charts all clusters share', () => {
    const chart = `apiVersion: kafka.strimzi.io/v1beta2\nkind: Kafka\nmetadata: { name: events }\n`;
    const before = { ...files('m5.large'), 'shared/events.yaml': chart };
    const after = { ...before, 'qa/pool.yaml': pool('m5.large'), 'qa/app.yaml': app(3) };
    const { environments } = reviewed(before, after, {
      environments: { ...both, qa: environment({ paths: ['qa'] }) },
    });

    expect(environments.map(({ name, isNew }) => [name, isNew])).toEqual([
      ['dev', undefined],
      ['qa', true],
      ['prod', undefined],
    ]);
    expect(environments.find(({ name }) => name === 'qa')?.estimate?.base?.nodes).toMatchObject({
      likely: 0,
      certainty: 'exact',
    });
  });

  test('the review shows the figures of one environment, not a sum', () => {
    const document = reviewDocument({
      review: reviewed(files('m5.large'), files('m5.xlarge')),
      verdict: { result: 'pass', reasons: [] },
    });
    expect(document.estimate).toEqual(document.environments[1]?.estimate);
  });

  test('an environment without changes has no estimate', () => {
    const head = { ...files('m5.large'), 'dev/pool.yaml': pool('m5.xlarge') };
    expect(
      reviewed(files('m5.large'), head).environments.map(({ name, isMain, changedObjects, estimate }) => [
        ...[name, isMain, changedObjects, estimate === null],
      ]),
    ).toEqual([
      ['dev', true, 1, false],
      ['prod', false, 0, true],
    ]);
  });

  test('objects of the same name in two environments are two objects', () => {
    const head = { ...files('m5.large'), 'dev/pool.yaml': pool('m5.xlarge') };
    expect(
      reviewed(files('m5.large'), head).changes.map(({ resource, environments }) => [resource.name, environments]),
    ).toEqual([['general', ['dev']]]);
    expect(reviewed(files('m5.large'), files('m5.xlarge')).changes.map(({ environments }) => environments)).toEqual([
      ['dev', 'prod'],
    ]);
  });

  test.each<[string, string, string[]]>([
    [
      'a severity for one environment',
      pool('m5.large', 'weight: 1'),
      ['error prod/pool.yaml', 'warning dev/pool.yaml'],
    ],
  ])('rules: %s', (_, text, expected) => {
    const { findings } = reviewed({}, { 'dev/pool.yaml': text, 'prod/pool.yaml': text });
    expect(
      findings
        .filter(({ diagnostic }) => diagnostic.code === 'lint/require-limits')
        .map(({ diagnostic: { severity, span } }) => `${severity} ${span.file}`)
        .sort(),
    ).toEqual(expected);
  });

  test('an override by path takes precedence over the environment’s severity, which takes precedence over the general one', () => {
    const text = pool('m5.large', 'weight: 1');
    const overrides = [{ paths: ['prod/a.yaml'], rules: { 'require-limits': 'note' } as const }];
    const { findings } = reviewed(
      {},
      { 'dev/pool.yaml': text, 'prod/a.yaml': text.replaceAll('general', 'a'), 'prod/b.yaml': text },
      { overrides, rules: { 'require-limits': 'warning' } },
    );
    expect(
      findings
        .filter(({ diagnostic }) => diagnostic.code === 'lint/require-limits')
        .map(({ diagnostic: { severity, span } }) => `${severity} ${span.file}`)
        .sort(),
    ).toEqual(['error prod/b.yaml', 'note prod/a.yaml', 'warning dev/pool.yaml']);
  });

  test('an operator that only one Karpenter knows is an error in the other', () => {
    const text = pool('m5.large')
      .replace('operator: In, values: [m5.large]', 'operator: Exists')
      .replace(
        '{key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}',
        '{key: karpenter.k8s.aws/instance-cpu, operator: Gte, values: ["4"]}',
      );
    const { findings } = reviewed({}, { 'dev/pool.yaml': text, 'prod/pool.yaml': text });
    const schema = findings.filter(({ diagnostic }) => diagnostic.code.startsWith('schema/'));
    expect(schema.map(({ diagnostic }) => diagnostic.span.file)).toEqual(['prod/pool.yaml']);
  });

  test('each environment is checked against its own limits', () => {
    const head = { ...files('m5.large'), 'dev/app.yaml': app(9), 'prod/app.yaml': app(9) };
    const result = reviewed(files('m5.large'), head);
    const { reasons } = gate(result, { failOn: 'never', environments: both });
    expect(reasons.filter((reason) => reason.includes('the gate'))).toEqual([
      expect.stringMatching(/^in prod: the cost rises by \$\d+\.\d\d\/month, and the gate allows \$1\/month$/),
    ]);
  });

  test('an object of no environment is checked once, and each environment includes it', () => {
    const shared = { 'base/pool.yaml': pool('m5.large', 'weight: 1'), 'dev/app.yaml': app(1), 'prod/app.yaml': app(3) };
    const { findings, environments } = reviewed({}, shared);
    expect(findings.filter(({ diagnostic }) => diagnostic.code === 'lint/require-limits')).toHaveLength(1);
    expect(environments.map(({ estimate }) => estimate?.head?.nodes.likely)).toEqual([1, 3]);
  });

  test('pods of no environment are counted in each, and an assumption says so', () => {
    const head = { 'dev/pool.yaml': pool('m5.large'), 'prod/pool.yaml': pool('m5.large'), 'app.yaml': app(2) };
    const { environments } = reviewed({}, head);
    expect(
      environments.map(({ estimate }) => [
        estimate?.head?.nodes.likely,
        estimate?.assumptions[0]?.startsWith('1 workload'),
      ]),
    ).toEqual([
      [2, true],
      [2, true],
    ]);
  });

  test('a patch that is not rendered is next to the object it changes', () => {
    const patch = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: general}\nspec: {limits: {cpu: 5}}\n';
    const kustomization = 'resources: [../base]\npatches: [{path: limits.yaml}]\n';
    const files = {
      'base/pool.yaml': pool('m5.large'),
      'prod/kustomization.yaml': kustomization,
      'prod/limits.yaml': patch,
      'prod/app.yaml': app(3),
    };
    const { environments } = reviewed({}, files);
    expect(environments.map(({ estimate }) => estimate?.head?.nodes.likely)).toEqual([3]);
  });

  test('without the program that renders it, there is no plan', () => {
    const note = {
      code: 'render/tool-missing',
      severity: 'note',
      message: 'kustomize is not there',
      labels: [],
    } as const;
    const diagnostics = [{ ...note, span: { file: 'prod/kustomization.yaml', start: 0, end: 0 }, resource: null }];
    const { plans } = review({
      base: setOf({}),
      head: { ...setOf(files('m5.large')), diagnostics },
      settings: { ...defaultSettings, environments: both },
      facts,
      version: '0',
      figures: null,
    });
    expect(plans.map(({ digest }) => digest)).toEqual([null, null]);
  });

  test('a single environment with all files is the review itself', () => {
    const alone = { production: environment({ own: { region: 'eu-west-1', karpenterVersion: '1.6' } }) };
    const result = reviewed({}, { 'a.yaml': pool('m5.large'), 'b.yaml': app(1) }, { environments: alone });
    expect([result.estimate?.region, result.target.karpenterVersion, result.environments.length]).toEqual([
      'eu-west-1',
      '1.6',
      1,
    ]);
    expect(result.changes.map(({ environments }) => environments)).toEqual([undefined, undefined, undefined]);
  });

  test('two environments with the same files report shared findings once', () => {
    const twins = { blue: environment({}), green: environment({}) };
    const { findings, environments } = reviewed(
      {},
      { 'a.yaml': pool('m5.large', 'weight: 1') },
      { environments: twins },
    );
    expect(findings.filter(({ diagnostic }) => diagnostic.code === 'lint/require-limits')).toHaveLength(1);
    expect(environments.map(({ name }) => name)).toEqual(['blue', 'green']);
  });

  test('files of an environment name its region and Karpenter version', () => {
    const plain = { dev: environment({ paths: ['dev'] }), prod: environment({ paths: ['prod'] }) };
    const zone = (name: string): string =>
      `${pool('m5.large')}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndata: {zone: ${name}}\n`;
    const head = { 'dev/pool.yaml': zone('us-west-2a'), 'prod/pool.yaml': zone('eu-north-1b') };
    expect(reviewed({}, head, { environments: plain }).environments.map(({ target }) => target.region)).toEqual([
      'us-west-2',
      'eu-north-1',
    ]);
  });

  describe('that are inferred', () => {
    const release = (version: string): string =>
      `resource "helm_release" "karpenter" {\n  repository = "oci://public.ecr.aws/karpenter"\n  chart      = "karpenter"\n  version    = "${version}"\n}\n`;

    const withHints = (objects: Files, hints: Files): SourceSet => ({
      ...setOf(objects),
      hintSources: setOf(hints).sources,
    });

    const inferred = (base: SourceSet, head: SourceSet) =>
      review({ base, head, settings: defaultSettings, facts, version: '0', figures });

    const upgrades = (found: ReturnType<typeof inferred>): readonly string[] =>
      found.findings
        .filter(({ diagnostic }) => diagnostic.code === 'upgrade/karpenter')
        .map(({ diagnostic: { span, message } }) => `${span.file}: ${message.split('. ')[0]}`);

    test('an upgrade in files without objects is reported in each, and priced in each', () => {
      const objects = files('m5.large');
      const side = (version: string) =>
        withHints(objects, { 'dev/eks.tf': release(version), 'prod/eks.tf': release(version) });
      const found = inferred(side('1.13.0'), side('1.14.0'));
      expect(upgrades(found)).toEqual([
        'dev/eks.tf: Karpenter is upgraded from 1.13 to 1.14',
        'prod/eks.tf: Karpenter is upgraded from 1.13 to 1.14',
      ]);
      expect(found.environments.map(({ estimate }) => estimate?.head?.nodes.likely)).toEqual([2, 7]);
    });

    test('an upgrade in a file that all share is reported once', () => {
      const side = (version: string) => withHints(files('m5.large'), { 'modules/eks.tf': release(version) });
      expect(upgrades(inferred(side('1.13.0'), side('1.14.0')))).toEqual([
        'modules/eks.tf: Karpenter is upgraded from 1.13 to 1.14',
      ]);
    });

    test('an environment does not get the version and the region of another one', () => {
      const provider = 'provider "aws" {\n  region = "ap-south-1"\n}\n';
      const head = withHints(files('m5.large'), { 'dev/eks.tf': release('1.6.0'), 'dev/aws.tf': provider });
      const { environments } = inferred(setOf({}), head);
      expect(
        environments.map(({ target }) => [target.region, target.karpenterVersion, target.isKarpenterAssumed]),
      ).toEqual([
        ['ap-south-1', '1.6', false],
        ['us-east-1', '1.14', true],
      ]);
    });

    test.each<[what: string, files: Files, counted: readonly string[]]>([
      ['a file outside all clusters', { 'elsewhere/shop.yaml': app(3) }, []],
      ['a file of one of them', { 'clusters/dev/shop.yaml': app(3) }, ['dev']],
      [
        'a file next to what all of them share',
        {
          'common/pools.yaml': pool('m6i.large').split('---')[0]!.replace('general', 'common'),
          'common/shop.yaml': app(3),
        },
        ['dev', 'prod'],
      ],
    ])('pods count in the clusters of their files: %s', (_, files, counted) => {
      const { 'common/pools.yaml': common, ...others } = files as Record<string, string>;
      const pools: Files = {
        'clusters/dev/pool.yaml': pool('m6i.large'),
        'clusters/prod/pool.yaml': pool('m6i.xlarge'),
        ...(common !== undefined && { 'common/pools.yaml': common }),
      };
      const found = reviewed(pools, { ...pools, ...others }, { environments: {} });
      const remarks = found.changes.flatMap(({ remark }) => remark ?? []);
      const rising = found.environments.filter(({ estimate }) => (estimate?.difference.nodes.likely ?? 0) > 0);

      expect(rising.map(({ name }) => name)).toEqual(counted);
      expect(remarks).toEqual(
        counted.length > 0
          ? []
          : [
              'Nothing says in which cluster `Deployment/shop/shop` runs, so no cluster counts its pods. Name its cluster under `environments` in plumbline.yaml',
            ],
      );
    });

    test('an example is checked, and counted nowhere', () => {
      const objects = { 'pool.yaml': pool('m5.large'), 'app.yaml': app(2) };
      const example = { 'docs/pool.yaml': pool('m5.large', 'weight: 1'), 'docs/app.yaml': app(9) };
      const [alone, more] = [{}, example].map((files) => inferred(setOf({}), setOf({ ...objects, ...files })));
      expect(more!.estimate).toEqual(alone!.estimate);
      expect(more!.environments).toEqual([]);
      expect(
        more!.findings
          .filter(({ diagnostic }) => diagnostic.code === 'lint/require-limits')
          .map((one) => one.diagnostic.span.file),
      ).toEqual(['docs/pool.yaml']);
    });
  });
});
