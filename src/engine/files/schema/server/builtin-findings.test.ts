import { beforeAll, describe, expect, test } from 'vitest';
import type { JudgeRequest } from '../../../../io/api-server/answer-requests.ts';
import { loadApiServer } from '../../../../io/api-server/api-server.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { Source } from '../../../text/source.ts';
import { builtinHelp, builtinMessage } from '../advice/builtin-advice.ts';
import { packOf, validatedBy } from './server-validation.test-support.ts';

const pack = packOf('1.14');
let judge: JudgeRequest;
beforeAll(async () => {
  ({ judge } = await loadApiServer());
});

const manifestOf = (text: string): Manifest => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests[0]!;

/** Code and the text at the place, of each finding. */
function found(text: string, oldText?: string): string[] {
  const findings: readonly Diagnostic[] = validatedBy(judge, {
    manifests: [manifestOf(text)],
    pack,
    ...(oldText && { base: [manifestOf(oldText)] }),
  });
  return findings.map(({ code, span }) => `${code} ${text.slice(span.start, span.end)}`);
}

const deployment = ({ replicas = 2, selector = 'web', label = 'web', image = 'image: web', annotations = '' } = {}) => `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  annotations: {${annotations}}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${selector}}}
  template:
    metadata: {labels: {app: ${label}}}
    spec: {containers: [{name: web, ${image}}]}
`;

/** Code of each finding about a Deployment of a chart that is installed into `shop`, with the namespaces that it names before and after. */
function foundInRelease(before: string | undefined, after: string | undefined): string[] {
  const manifestIn = (namespace: string | undefined): Manifest => {
    const text = deployment().replace('name: web\n', `name: web\n  ${namespace ? `namespace: ${namespace}` : ''}\n`);
    const origin = {
      root: 'web',
      tool: 'helm',
      namespace: 'shop',
      trace: () => ({ span: noSpan, isExact: false }),
    } as const;
    return parseManifests({ file: 'charts/web', text, origin }, { set: {} }).manifests[0]!;
  };
  const findings = validatedBy(judge, { manifests: [manifestIn(after)], pack, base: [manifestIn(before)] });
  return findings.map(({ code }) => code);
}

const noSpan = { file: 'charts/web/templates/web.yaml', start: 0, end: 0 };

const autoscaler = (field: string) => `
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, ${field}}
`;

const claim = (name: string, storage = '8Gi'): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {name: ${name}}\nspec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: ${storage}}}}\n`;

const job = (name: string, { cpu = '1', account = 'jobs' } = {}): string =>
  `apiVersion: batch/v1\nkind: Job\nmetadata: {name: ${name}}\nspec: {template: {spec: {restartPolicy: Never, serviceAccountName: ${account}, containers: [{name: a, image: DOCKER_IMAGE, env: [{name: JOB_NAME, value: a}], resources: {requests: {cpu: ${cpu}}}}]}}}\n`;

test.each([
  ['is written', undefined, 'shop'],
  ['is left out', 'shop', undefined],
])('the namespace of a release may be named or not: it %s', (_, before, after) => {
  expect(foundInRelease(before, after)).toEqual([]);
});

describe('what a script fills in', () => {
  test.each([
    ['a variable of a shell as a name', claim('$name')],
    ['a variable of a shell in a name', claim('data-$index')],
    ['a variable of Windows', claim("'%name%'")],
    ['a name between signs', claim("'@name@'")],
    ['words as a name', job('JOB_NAME')],
    ['words in a name', job('job-RUN_ID')],
    ['words as an amount', job('a', { cpu: 'CPU_REQUEST' })],
    ['a variable as an amount', claim('a', '$size')],
    ['words as the name of another object', job('a', { account: 'SERVICE_ACCOUNT' })],
  ])('is no mistake: %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });

  test.each([
    ['a name with capitals', job('MyJob'), ['schema/metadata MyJob']],
    ['a name in capitals', job('JOB'), ['schema/metadata JOB']],
    ['an amount with a unit that does not exist', job('a', { cpu: '2cores' }), ['schema/refused 2cores']],
    ['an amount in words', claim('a', '8 gigabytes'), ['schema/refused 8 gigabytes']],
    ['a price in a name', claim('cost-5$'), ['schema/metadata cost-5$']],
    ['a variable of a container next to a mistake', job('a', { account: 'My' }), ['schema/refused My']],
  ])('is a mistake: %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('an object of a built-in kind', () => {
  test.each([
    ['a valid object', deployment(), []],
    ['a value out of range', deployment({ replicas: -1 }), ['schema/refused -1']],
    ['labels that do not match the selector', deployment({ label: 'other' }), ['schema/refused {app: other}']],
    ['a missing image in an otherwise complete workload', deployment({ image: 'command: [a]' }), []],
    ['an unknown field', deployment({ image: 'image: a, imag: b' }), ['schema/unknown-field imag']],
    ['an unknown field and a missing one', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {labels: {a: b c}}\n', []],
    [
      'an autoscaler without a maximum',
      autoscaler('targetCPUUtilizationPercentage: 80'),
      [
        'schema/required {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, targetCPUUtilizationPercentage: 80}',
      ],
    ],
    ['a patch of an autoscaler', autoscaler('minReplicas: 2'), []],
    ['a variable', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: $NAMESPACE}\n', []],
    ['a name', 'apiVersion: v1\nkind: Namespace\nmetadata: {name: Team_A}\n', ['schema/metadata Team_A']],
    ['a kind that is only decoded', 'apiVersion: v1\nkind: Secret\nmetadata: {name: Team_A}\n', []],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

test.each([
  [
    'apiVersion: v1\nkind: Namespace\nmetadata: {name: {TENANT_ID}}\n',
    '`metadata.name`: expected a string, found a mapping',
  ],
  ['apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: 1}\n', '`data`: expected a string, found a number'],
  [deployment({ replicas: 2 ** 31 }), '`spec.replicas`: 2147483648 does not fit into a 32-bit integer'],
  [
    deployment({ replicas: '9223372036854775808' as never }),
    '`spec.replicas`: 9223372036854775808 does not fit into a 32-bit integer',
  ],
  [deployment({ replicas: 1.5 }), '`spec.replicas`: 1.5 is not a whole number'],
  [deployment({ replicas: '"2"' as never }), '`spec.replicas`: expected a number, found a string'],
  [deployment().replace(/selector: .*/, 'selector: []'), '`spec.selector`: expected a mapping, found a list'],
  [
    deployment().replace(/containers: .*\]/, 'containers: {}, hostNetwork: true'),
    '`spec.template.spec.containers`: expected a list, found a mapping',
  ],
])('reports a value of the wrong type in plain words: %s', (text, message) => {
  expect(validatedBy(judge, { manifests: [manifestOf(text)], pack }).map((one) => one.message)).toEqual([message]);
});

describe('an update', () => {
  const before = deployment();
  const after = { selector: 'new', label: 'new' };

  test('of an immutable field is refused', () => {
    expect(found(deployment(after), before)).toEqual(['schema/refused {matchLabels: {app: new}}']);
    const base = [manifestOf(before)];
    const findings = validatedBy(judge, { manifests: [manifestOf(deployment(after))], pack, base });
    expect(findings.map(({ message }) => message)).toEqual(['`spec.selector`: field is immutable']);
  });

  test.each([
    ['an unchanged object', before, before],
    ['an allowed change', deployment({ replicas: 5 }), before],
    ['an object that was invalid before', deployment(after), deployment({ replicas: -1 })],
    [
      'a hook, which is deleted and created again',
      deployment({ ...after, annotations: '"helm.sh/hook": pre-install' }),
      before,
    ],
  ])('%s is accepted', (_, text, old) => {
    expect(found(text, old)).toEqual([]);
  });
});

describe('another pod template', () => {
  const finite = (image: string, { kind = 'Job', more = '' } = {}): string => {
    const pod = `{restartPolicy: Never, containers: [{name: a, image: ${image}}]}`;
    if (kind === 'Pod')
      return `apiVersion: v1\nkind: Pod\nmetadata: {name: load}\nspec: ${pod.replace('image:', 'image: a, workingDir:')}\n`;
    return `apiVersion: batch/v1\nkind: Job\nmetadata: {name: load, namespace: web}\nspec: {${more}template: {spec: ${pod}}}\n`;
  };
  const by = (tool: 'flux' | 'argocd' | 'helm' | 'terraform' | 'kustomize'): Pick<Source, 'origin'> => ({
    origin: { root: 'a', tool, trace: () => ({ span: noSpan, isExact: false }) },
  });
  const said = (before: string, after: string, source: Omit<Source, 'file' | 'text'> = {}): readonly string[] => {
    const [base, head] = [before, after].map(
      (text) => parseManifests({ file: 'a.yaml', text, ...source }, { set: {} }).manifests[0]!,
    );
    const findings = validatedBy(judge, { manifests: [head!], pack, base: [base!] });
    return findings.map(({ severity, help }) => `${severity}: ${help}`);
  };
  const help =
    'The API server refuses the update if Job `load` still exists. Before it is applied, delete it: `kubectl delete job load -n web --ignore-not-found`.';

  test.each<[string, Omit<Source, 'file' | 'text'>, string]>([
    ['somebody', {}, ''],
    ['a kustomization that nothing applies here', by('kustomize'), ''],
    ['Flux, after it was deleted because it has finished', by('flux'), 'ttlSecondsAfterFinished: 120, '],
    ['Helm, after it was deleted because it has finished', by('helm'), 'ttlSecondsAfterFinished: 0, '],
  ])('of a Job is a note if it is applied by %s', (_, source, more) => {
    expect(said(finite('one', { more }), finite('two', { more }), source)).toEqual([`note: ${help}`]);
  });

  test.each<[string, Omit<Source, 'file' | 'text'>]>([
    ['Flux', by('flux')],
    ['Argo CD', by('argocd')],
    ['Argo CD, as a file', { namespace: 'web' }],
    ['Helm', by('helm')],
    ['Terraform', by('terraform')],
  ])('of a Job that stays is an error if it is applied by %s', (_, source) => {
    expect(said(finite('one'), finite('two'), source)).toEqual([`error: ${help}`]);
  });

  test('of a pod that ends is a note, and of another pod an error', () => {
    const ends = [finite('/a', { kind: 'Pod' }), finite('/b', { kind: 'Pod' })] as const;
    expect(said(...ends).map((text) => text.split(':')[0])).toEqual(['note']);
    const stays = ends.map((text) => text.replace('restartPolicy: Never, ', ''));
    expect(said(stays[0]!, stays[1]!).map((text) => text.split(':')[0])).toEqual(['error']);
  });
});

describe('the refused update of a StatefulSet', () => {
  const cause = {
    field: 'spec',
    reason: 'FieldValueForbidden',
    message:
      "Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' and 'updateStrategy' are forbidden",
  };
  const kafka = (kind: string): Manifest =>
    manifestOf(`apiVersion: apps/v1\nkind: ${kind}\nmetadata: { name: kafka, namespace: data }`);

  test('is one sentence, with a help that keeps the pods', () => {
    expect(builtinMessage(cause, kafka('StatefulSet'))).toBe(
      'StatefulSet `kafka` changes a field that cannot change. The API server updates only `replicas`, `template` and `updateStrategy`',
    );
    expect(builtinHelp(cause, kafka('StatefulSet'))).toMatch(
      /kubectl delete statefulset kafka -n data --cascade=orphan/,
    );
  });

  test('names the fields that change', () => {
    const of = (size: string, replicas: number): Manifest =>
      manifestOf(
        `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: kafka, namespace: data }\nspec: { replicas: ${replicas}, volumeClaimTemplates: [{ metadata: { name: data }, spec: { resources: { requests: { storage: ${size} } } } }] }`,
      );
    expect(builtinMessage(cause, of('100Gi', 3), of('50Gi', 2))).toMatch(
      /^StatefulSet `kafka` changes `volumeClaimTemplates`, which cannot change\. /,
    );
    expect(builtinMessage(cause, of('50Gi', 3), of('50Gi', 2))).toMatch(/ changes a field that cannot change\. /);
  });

  test('has another help than that of an object without pods', () => {
    const immutable = { ...cause, message: 'Invalid value: field is immutable' };
    expect(builtinHelp(immutable, kafka('Deployment'))).toMatch(/Deleting the old one first stops its pods/);
    expect(builtinHelp(immutable, kafka('Secret'))).toMatch(/^The API server does not change this field/);
    expect(builtinMessage(immutable, kafka('Deployment'))).toBeUndefined();
  });
});
