import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CelRule, load, type Validator } from '../../kubeval-wasm/validator.ts';
import { programOf } from '../../src/engine/rules/custom-rules/rule-request.ts';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { type ApiServer, startApiServer } from '../apiserver/api-server.ts';

/** A rule with the parts that a ValidatingAdmissionPolicy also has. */
type Policy = Partial<Omit<CelRule, 'values'>> & Pick<CelRule, 'expression'>;

const message = 'the message of the rule';

const policies: readonly Policy[] = [
  { expression: 'has(object.spec.weight)' },
  { expression: 'object.spec.weight >= 10' },
  {
    expression: 'object.spec.?weight.orValue(0) >= 10',
    messageExpression: "'weight of ' + object.metadata.name + ' is low'",
  },
  { expression: "quantity(object.spec.limits.cpu).compareTo(quantity('100')) <= 0" },
  {
    variables: [
      { name: 'keys', expression: 'object.spec.template.spec.requirements.map(r, r.key)' },
      { name: 'hasArch', expression: "'kubernetes.io/arch' in variables.keys" },
    ],
    expression: 'variables.hasArch',
    messageExpression: "'only %s'.format([variables.keys])",
  },
  { expression: "object.spec.template.spec.requirements.all(r, r.operator != 'In' || r.values.size() > 0)" },
  { expression: "object.spec.template.spec.requirements.exists_one(r, r.key.startsWith('karpenter.sh/'))" },
  { expression: "object.metadata.name.matches('^[a-z]+-[a-z]+$')", messageExpression: "'' + object.spec.nothing" },
  {
    matchConditions: [{ name: 'weighted', expression: 'has(object.spec.weight)' }],
    expression: 'object.spec.weight == 20',
  },
  {
    expression:
      "object.spec.disruption.consolidateAfter == 'Never' || duration(object.spec.disruption.consolidateAfter) >= duration('1m')",
  },
  { expression: 'oldObject == null' },
  { expression: "object.spec.limits == {'cpu': '50'}" },
  { expression: 'int(object.metadata.name) == 1' },
  {
    expression:
      'object.spec.template.spec.requirements.all(a, object.spec.template.spec.requirements.all(b, a == b || a.key != b.key))',
  },
];

/** Every expression with an error. */
const invalid = [
  'object.spec.',
  'foo(object)',
  'object.spec.weight',
  '1 + 1',
  "'a'.matches('(')",
  'variables.x.y == 1 &&',
];

const requirement = (key: string, values: readonly string[]) => ({ key, operator: 'In', values });
const pool = (name: string, spec: object) => ({
  apiVersion: 'karpenter.sh/v1',
  kind: 'NodePool',
  metadata: { name },
  spec: {
    disruption: { consolidateAfter: '30s' },
    template: {
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [requirement('karpenter.sh/capacity-type', ['spot']), requirement('kubernetes.io/os', ['linux'])],
      },
    },
    ...spec,
  },
});
const objects = [
  pool('web', {}),
  pool('web-large', { weight: 20, limits: { cpu: '50' } }),
  pool('web-small', { weight: 5, limits: { cpu: '200', memory: '1Gi' } }),
];

describe('rules have the outcome of a ValidatingAdmissionPolicy', () => {
  let server: ApiServer;
  let validator: Validator;
  const path = '/apis/admissionregistration.k8s.io/v1';
  const create = (kind: string, plural: string, name: string, spec: object) =>
    server.request('POST', `${path}/${plural}`, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      metadata: { name },
      spec,
    });
  const specOf = ({ expression, messageExpression = '', ...more }: Policy, conditions: readonly object[] = []) => ({
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: [
        { apiGroups: ['karpenter.sh'], apiVersions: ['*'], resources: ['nodepools'], operations: ['CREATE'] },
      ],
    },
    ...more,
    matchConditions: [...conditions, ...(more.matchConditions ?? [])],
    validations: [{ expression, message, ...(messageExpression && { messageExpression }) }],
  });
  const send = (object: object, label: string) =>
    server.request('POST', '/apis/karpenter.sh/v1/nodepools?dryRun=All', {
      ...object,
      metadata: { ...(object as ReturnType<typeof pool>).metadata, labels: { policy: label } },
    });

  beforeAll(async () => {
    validator = await load();
    server = await startApiServer();
    for (const [i, policy] of [...policies, { expression: 'false' }].entries()) {
      const own = { name: 'own', expression: `object.metadata.labels.policy == 'p${i}'` };
      const made = await create(
        'ValidatingAdmissionPolicy',
        'validatingadmissionpolicies',
        `p${i}`,
        specOf(policy, [own]),
      );
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      const binding = { policyName: `p${i}`, validationActions: ['Deny'] };
      await create('ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', `p${i}`, binding);
    }
    // The server reads policies from its own watch. The last one shows that it has all of them.
    while ((await send(objects[0]!, `p${policies.length}`)).status === 201)
      await new Promise((done) => setTimeout(done, 200));
  });
  afterAll(() => server?.stop());

  test.each(policies.map((policy, i) => [policy.expression, policy, i] as const))('%s', async (_, policy, i) => {
    const given = programOf({ variables: [], matchConditions: [], fix: [], ...policy });
    const outcomes = [];
    for (const object of objects) {
      const { status, body } = await send(object, `p${i}`);
      const labeled = { ...object, metadata: { ...object.metadata, labels: { policy: `p${i}` } } };
      const values = {
        object: JSON.stringify(labeled),
        oldObject: 'null',
        environment: '{}',
        review: 'null',
        unknown: '[]',
      };
      const ours = validator.evaluate(given, values, 1_000_000);
      outcomes.push(ours.outcome);
      if (ours.outcome === 'holds' || ours.outcome === 'skipped')
        expect({ status, body }).toMatchObject({ status: 201 });
      else
        expect(body.message).toContain(
          ours.outcome === 'failed' ? ours.message : `denied request: ${ours.message || message}`,
        );
    }
    expect(outcomes).toHaveLength(objects.length);
  });

  describe('the policies of a snapshot deny what the API server denies', () => {
    const matched = (more: object = {}) => ({
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['karpenter.sh'], apiVersions: ['v1'], resources: ['nodepools'], operations: ['*'], ...more },
        ],
      },
    });
    const deny = (expression: string, more: object = {}) => ({
      ...matched(),
      validations: [{ expression, message: 'no' }],
      ...more,
    });
    const bound: Readonly<Record<string, object>> = {
      request: deny(
        "request.operation == 'CREATE' && request.kind.kind == 'NodePool' && !request.name.startsWith('web-small')",
      ),
      defaults: deny(
        "object.spec.disruption.consolidationPolicy == 'WhenEmptyOrUnderutilized' && has(object.spec.disruption.budgets)",
      ),
      error: deny('object.spec.weight < 30'),
      ignored: deny('object.spec.weight < 30', { failurePolicy: 'Ignore' }),
      updates: deny('false', matched({ operations: ['UPDATE'] })),
      other: deny('false', matched({ resources: ['nodeclaims'] })),
      subresource: deny('false', matched({ resources: ['nodepools/status'] })),
      named: deny('false', matched({ resourceNames: ['web-large-named'] })),
      exact: deny('false', {
        matchConstraints: { ...matched({ apiVersions: ['v1alpha9'] }).matchConstraints, matchPolicy: 'Exact' },
      }),
      selected: deny('false', {
        matchConstraints: {
          ...matched().matchConstraints,
          objectSelector: { matchExpressions: [{ key: 'size', operator: 'In', values: ['small'] }] },
        },
      }),
      text: deny("'request.params' != \"namespaceObject\" && object.metadata.name.startsWith('web')"),
      variables: deny('variables.limits', {
        variables: [{ name: 'limits', expression: 'has(object.spec.limits) && request.dryRun in [true, false]' }],
      }),
    };
    /** Each object once for each policy, because the API server names only one of the policies that deny an object. */
    const labeled = Object.keys(bound).flatMap((policy) =>
      objects.map((object) => {
        const { name } = object.metadata;
        const labels = { policy, size: name.split('-')[1] ?? 'none' };
        return { ...object, metadata: { name: `${name}-${policy}`, labels } };
      }),
    );
    const isOwn = (name: string) => ({ name: 'own', expression: `object.metadata.labels.policy == '${name}'` });

    test('the same objects, by the same policies', async () => {
      const made: object[] = [];
      for (const [name, spec] of Object.entries({ ...bound, last: deny('false') })) {
        const own = { ...spec, matchConditions: [isOwn(name)] };
        const policy = await create('ValidatingAdmissionPolicy', 'validatingadmissionpolicies', name, own);
        expect(policy.status, JSON.stringify(policy.body)).toBe(201);
        const to = { policyName: name, validationActions: ['Deny'] };
        const binding = await create('ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', name, to);
        made.push(policy.body, binding.body);
      }
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-policies-'));
      const write = (file: string, items: readonly object[]) =>
        writeFileSync(join(folder, file), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
      mkdirSync(join(folder, 'head'));
      mkdirSync(join(folder, 'base'));
      write('head/pools.json', labeled);
      write('dump.json', made);
      const snapshot = await run(['snapshot', 'dump.json', '--output', 'cluster.json'], { cwd: folder });
      expect(snapshot.code, snapshot.stderr).toBe(0);
      const args = ['--base', 'base', '--head', 'head', '--cluster', 'cluster.json', '--format', 'json'];
      const { stdout } = await run(['review', ...args], { cwd: folder });
      rmSync(folder, { recursive: true });
      const found: { code: string; message: string }[] = JSON.parse(stdout).diagnostics;
      expect(found.filter(({ code }) => code === 'admission/not-judged')).toEqual([]);
      const ours = found
        .filter(({ code }) => code === 'admission/denied')
        .map(({ message: text }) => text.split(': ')[0]);
      while ((await send(objects[0]!, 'last')).status === 201) await new Promise((done) => setTimeout(done, 200));
      const theirs: string[] = [];
      for (const object of labeled) {
        const { name, labels } = object.metadata;
        const { status } = await server.request('POST', '/apis/karpenter.sh/v1/nodepools?dryRun=All', object);
        if (status !== 201) theirs.push(`ValidatingAdmissionPolicy \`${labels.policy}\` denies NodePool \`${name}\``);
      }
      expect(ours.sort()).toEqual(theirs.sort());
      const denying = new Set(theirs.map((text) => /Policy `([a-z]+)`/.exec(text)![1]));
      expect([...denying].sort()).toEqual(['error', 'named', 'request', 'selected', 'variables']);
    });
  });

  test.each(invalid)('%s does not compile', async (expression) => {
    const { status, body } = await create(
      'ValidatingAdmissionPolicy',
      'validatingadmissionpolicies',
      'invalid',
      specOf({ expression }),
    );
    expect(status).toBe(422);
    const given = { variables: [], matchConditions: [], messageExpression: '', values: [], expression };
    let ours = '';
    try {
      validator.declare(given);
    } catch (error) {
      ours = (error as Error).message;
    }
    expect(body.message).toContain(ours.replace('expression: ', '').split('\n')[0]);
    expect(ours).not.toBe('');
  });
});
