import { expect, test } from 'vitest';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { installationChange } from './installation-change.ts';

const release = (values: string, more = ''): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: karpenter }
spec:
  chart: { spec: { chart: karpenter } }
${more}  values:
    ${values.trim().replace(/\n/g, '\n    ')}
`;

const messages = (base: string, head: string): string[] => {
  const [before, after] = [base, head].map((text) =>
    manifestSet([parseManifests({ file: 'release.yaml', text }, { set: {} })]),
  );
  return installationChange({ base: before!, head: after! }, { isQueueReported: false }).map(
    ({ severity, message, span }) => `${severity} ${span.start > 0 ? '' : 'nowhere '}${message}`,
  );
};

const endpoint = (address: string, name = 'shop'): string =>
  `settings: { clusterName: ${name}, clusterEndpoint: "https://${address}.eks.amazonaws.com" }`;
const memory = (amount: string): string => `controller: { resources: { limits: { memory: ${amount} } } }`;
const role = (name: string): string =>
  `serviceAccount: { annotations: { eks.amazonaws.com/role-arn: "arn:aws:iam::111122223333:role/${name}" } }`;
const leaderless = 'controller: { env: [{ name: DISABLE_LEADER_ELECTION, value: "true" }] }';

test.each<[string, string, string, RegExp | undefined]>([
  ['one replica', 'replicas: 2', 'replicas: 1', /^note Karpenter’s controller has one replica instead of 2/],
  ['one replica instead of the default', 'logLevel: info', 'replicas: 1', /^note .* one replica instead of 2/],
  ['more replicas', 'replicas: 2', 'replicas: 3', /^note Karpenter’s controller has 3 replicas instead of 2/],
  ['the default, written', 'logLevel: info', 'replicas: 2', undefined],
  ['replicas from elsewhere', 'replicas: 2', `replicas: \${REPLICAS}`, undefined],
  ['little memory', memory('1Gi'), memory('256Mi'), /^warning Karpenter’s controller may use only `256Mi` of memory/],
  ['less memory', memory('2Gi'), memory('1Gi'), /^note .*`limits.memory` from `2Gi` to `1Gi`/],
  ['little memory that grows', memory('128Mi'), memory('256Mi'), /^note .*`limits.memory` from `128Mi` to `256Mi`/],
  ['the same memory', memory('1Gi'), memory('1024Mi'), undefined],
  ['no resources', memory('1Gi'), 'logLevel: info', /^note Karpenter’s controller no longer requests any resources/],
  ['another role', role('a'), role('b'), /^note Karpenter’s controller takes the role `arn.*b` instead of `arn.*a`/],
  ['a role from elsewhere', role('a'), role(`\${ROLE}`), undefined],
  ['no role', role('a'), 'logLevel: info', undefined],
  ['no election', 'replicas: 2', `replicas: 2\n${leaderless}`, /^error `DISABLE_LEADER_ELECTION` lets all 2 replicas/],
  ['no election of one', 'replicas: 1', `replicas: 1\n${leaderless}`, undefined],
  ['no election before', leaderless, leaderless, undefined],
  [
    'a longer wait',
    'logLevel: info',
    'settings: { batchMaxDuration: 2m, batchIdleDuration: 5s }',
    /^note Karpenter launches nodes after 5s without a new pod, at the latest after 2m/,
  ],
  [
    'an idle duration above the other',
    'logLevel: info',
    'settings: { batchIdleDuration: 30s }',
    /`batchIdleDuration` is above `batchMaxDuration`, so it has no effect$/,
  ],
  ['the default wait, written', 'logLevel: info', 'settings: { batchIdleDuration: 1s }', undefined],
  [
    'another cluster in another region',
    endpoint('ABC.gr7.eu-west-1'),
    endpoint('XYZ.gr7.us-east-1'),
    /^error `clusterEndpoint` is the API server of another cluster in us-east-1/,
  ],
  [
    'another cluster in the same region',
    endpoint('ABC.gr7.eu-west-1'),
    endpoint('XYZ.gr7.eu-west-1'),
    /^warning `clusterEndpoint` is the API server of another cluster\. /,
  ],
  ['the same cluster in lower case', endpoint('ABC.gr7.eu-west-1'), endpoint('abc.gr7.eu-west-1'), undefined],
  [
    'an endpoint that a proxy has',
    endpoint('ABC.gr7.eu-west-1'),
    'settings: { clusterName: shop, clusterEndpoint: "https://api.example.com" }',
    undefined,
  ],
  [
    'an endpoint from elsewhere',
    endpoint('ABC.gr7.eu-west-1'),
    `settings: { clusterName: shop, clusterEndpoint: "\${ENDPOINT}" }`,
    undefined,
  ],
])('%s', (_, base, head, expected) => {
  const found = messages(release(base), release(head));
  if (expected === undefined) expect(found).toEqual([]);
  else expect(found.join('\n')).toMatch(expected);
});

test('values of files that are not here decide', () => {
  const open = '  valuesFrom: [{ kind: ConfigMap, name: karpenter }]\n';
  expect(messages(release('replicas: 2', open), release('logLevel: info', open))).toEqual([]);
  expect(messages(release('logLevel: info', open), release('settings: { batchIdleDuration: 30s }', open))).toEqual([]);
});
