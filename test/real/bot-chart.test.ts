/** The Helm chart of the bot, rendered by the real helm and applied to a real API server. */
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readBotSettings } from '../../src/hosts/bot/service/settings.ts';
import { type ApiServer, pathOf, startApiServer } from '../apiserver/api-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test reads only some fields.
type Json = any;

const own = 'app.existingSecret=plumbline';
const everything = [
  own,
  'redis.enabled=true',
  'autoscaling.enabled=true',
  'ingress.enabled=true,ingress.host=plumbline.example.com,ingress.tlsSecret=tls',
];

function helm(...args: string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync('helm', args, { encoding: 'utf8' });
}

/** What `helm template` answers for some values. */
const template = (...values: string[]): ReturnType<typeof helm> =>
  helm('template', 'bot', 'deploy/chart', '--namespace', 'plumbline', '--kube-version', '1.34', ...set(values));

/** Texts stay texts, and switches are booleans. */
const set = (values: readonly string[]): string[] =>
  values.flatMap((value) => [value.startsWith('env.') ? '--set-string' : '--set', value]);

/** Its objects, by kind. */
function objectsOf(...values: string[]): Readonly<Record<string, Json>> {
  const { stdout, stderr } = template(...values);
  expect(stderr).toBe('');
  const objects = parseAllDocuments(stdout).flatMap((document): Json[] => document.toJS() ?? []);
  return Object.fromEntries(objects.map((object) => [object.kind, object]));
}

describe('the chart of the bot', () => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApiServer({ karpenterVersion: null });
    const labels = { 'pod-security.kubernetes.io/warn': 'restricted' };
    await server.apply([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'plumbline', labels } }]);
  });
  afterAll(() => server?.stop());

  const applied = (object: Json): ReturnType<ApiServer['request']> =>
    server.request('PATCH', `${pathOf(object)}?fieldManager=helm&force=true&fieldValidation=Strict`, object, {
      contentType: 'application/apply-patch+yaml',
    });

  test.each([
    { values: 'the required ones', set: [own] },
    { values: 'all of them', set: everything },
  ])('the API server accepts it without a warning, with $values', async ({ set }) => {
    for (const object of Object.values(objectsOf(...set))) {
      const { status, headers, body } = await applied(object);
      expect(body.message, object.kind).toBeUndefined();
      expect([200, 201]).toContain(status);
      expect(headers.warning, object.kind).toBeUndefined();
    }
  });

  test('helm lint passes', () => {
    const { status, stdout } = helm('lint', 'deploy/chart', '--strict', '--kube-version', '1.34', ...set([own]));
    expect(stdout).toContain('0 chart(s) failed');
    expect(status).toBe(0);
  });

  test('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    const [chart] = parseAllDocuments(readFileSync('deploy/chart/Chart.yaml', 'utf8')).map((one) => one.toJS());
    expect(chart).toMatchObject({ version, appVersion: version });
  });

  test('the bot starts with its variables', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { Deployment } = objectsOf(...everything, 'env.GRACE_SECONDS=60');
    const [bot] = Deployment.spec.template.spec.containers as Json[];
    const secret: Readonly<Record<string, string>> = {
      'app-id': '123',
      'webhook-secret': 'a long secret of this test',
      'redis-url': 'redis://redis:6379',
    };
    const variables = (bot.env as Json[]).map(({ name, value, valueFrom }): [string, string] => [
      name,
      value ?? secret[valueFrom.secretKeyRef.key],
    ]);
    const { PRIVATE_KEY_PATH, ...env } = Object.fromEntries(variables);
    const settings = readBotSettings({
      ...env,
      PRIVATE_KEY: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    });
    expect(settings).toMatchObject({ appId: 123, host: '0.0.0.0', port: 3000, redisUrl: 'redis://redis:6379' });
    expect(settings.graceSeconds).toBeLessThan(Deployment.spec.template.spec.terminationGracePeriodSeconds);
    const [{ name, mountPath }] = bot.volumeMounts as Json[];
    const [{ secret: key }] = (Deployment.spec.template.spec.volumes as Json[]).filter((one) => one.name === name);
    expect(PRIVATE_KEY_PATH).toBe(`${mountPath}/${key.items[0].path}`);
  });

  test('offers the internet nothing but the path of webhooks', () => {
    const { Ingress, NetworkPolicy } = objectsOf(...everything);
    const [rule] = Ingress.spec.rules;
    expect(rule.http.paths.map(({ path, pathType }: Json) => `${pathType} ${path}`)).toEqual([
      'Exact /api/github/webhooks',
    ]);
    expect(NetworkPolicy.spec.egress.flatMap(({ ports }: Json) => ports.map(({ port }: Json) => port))).toEqual([
      ...[53, 53, 443, 6379],
    ]);
  });

  test('rendering gets what docs/bot.md asks for, which a restricted namespace does not allow', async () => {
    const { Deployment } = objectsOf(own, 'rendering.enabled=true');
    const { spec } = Deployment.spec.template;
    expect(spec.securityContext).toMatchObject({
      appArmorProfile: { type: 'Unconfined' },
      seccompProfile: { type: 'Localhost', localhostProfile: 'profiles/plumbline-rendering.json' },
    });
    expect(spec.containers[0].securityContext.capabilities).toEqual({ drop: ['ALL'], add: ['SYS_CHROOT'] });
    const { status, headers } = await applied(Deployment);
    expect(status).toBe(200);
    expect(headers.warning).toContain('would violate PodSecurity \\"restricted:latest\\"');
  });

  test.each([
    { mistake: 'no Secret', set: [], text: '/app/existingSecret' },
    {
      mistake: 'replicas without Redis',
      set: [own, 'autoscaling.enabled=true'],
      text: 'More than one replica needs Redis',
    },
    {
      mistake: 'a secret among the variables',
      set: [own, 'env.WEBHOOK_SECRET=x'],
      text: 'env.WEBHOOK_SECRET cannot be set',
    },
    { mistake: 'a misspelled value', set: [own, 'redis.enable=true'], text: 'enable' },
    { mistake: 'an ingress without a host', set: [own, 'ingress.enabled=true'], text: '/ingress/host' },
  ])('refuses $mistake', ({ set, text }) => {
    const { status, stderr } = template(...set);
    expect(status).not.toBe(0);
    expect(stderr).toContain(text);
  });
});
