import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';

const metadata = (name: string): string => `metadata: {name: ${name}, namespace: flux-system}\n`;
const release = `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\n${metadata('pools')}spec:\n  interval: 1h\n  chart: {spec: {chart: pools, sourceRef: {kind: HelmRepository, name: acme}}}\n  valuesFrom: [{kind: Secret, name: size, valuesKey: cpu, targetPath: cpu}]\n`;
const kustomization = (kind: string): string =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n${metadata('pools')}spec:\n  interval: 1h\n  path: ./pools\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n  postBuild: {substituteFrom: [{kind: ${kind}, name: size}]}\n`;
const definitions = {
  'a release': release,
  'a Kustomization': kustomization('Secret'),
};

const secret = (name: string, cpu: string): string =>
  `apiVersion: v1\nkind: Secret\n${metadata(name)}stringData: {cpu: "${cpu}"}\n`;
const makers: Readonly<Record<string, (name: string, cpu: string) => string>> = {
  'a Secret': secret,
  'an encrypted Secret': (name, cpu) =>
    secret(name, `ENC[AES256_GCM,data:${cpu},type:str]`).concat(`sops: {mac: "ENC[${cpu}]"}\n`),
  'a sealed Secret': (name, cpu) =>
    `apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\n${metadata('sealed')}spec: {encryptedData: {cpu: ${cpu}}, template: {metadata: {name: ${name}}}}\n`,
  'an external Secret': (name, cpu) =>
    `apiVersion: external-secrets.io/v1\nkind: ExternalSecret\n${metadata('external')}spec: {target: {name: ${name}, template: {data: {cpu: "${cpu}"}}}}\n`,
};

const terraform = (name: string, cpu: string): string =>
  `resource "kubernetes_secret_v1" "size" {\n  metadata {\n    name      = ${name}\n    namespace = "flux-system"\n  }\n  data = { cpu = "${cpu}" }\n}\n`;
const evaluated = 'resource "aws_eks_cluster" "main" {\n  name = "main"\n}\n';

describe('T85: data that a definition takes is opaque', () => {
  for (const [title, definition] of Object.entries(definitions)) {
    test.each(Object.entries(makers))(`%s that ${title} names`, async (_, maker) => {
      const flux = { 'flux/definition.yaml': definition };
      const [base, head] = ['8', '800'].map((cpu) => ({ ...flux, 'flux/data.yaml': maker('size', cpu) }));
      expect(await opaqueBetween(base!, head!)).toEqual(['flux/data.yaml']);
    });

    test.each(Object.entries(makers))(`but not %s that ${title} does not name`, async (_, maker) => {
      const flux = { 'flux/definition.yaml': definition };
      const [base, head] = ['8', '800'].map((cpu) => ({ ...flux, 'flux/data.yaml': maker('password', cpu) }));
      expect(await opaqueBetween(base!, head!)).toEqual([]);
    });

    test.each([
      ['with its name', '"size"', '', true],
      ['with its name, in a module that is evaluated', '"size"', evaluated, true],
      ['with a computed name', 'local.name', '', true],
      ['with a computed name, in a module that is evaluated', 'var.name', evaluated, true],
      ['with another name', '"password"', '', false],
      ['with another name, in a module that is evaluated', '"password"', evaluated, false],
    ])(`a Secret of Terraform %s, and ${title}`, async (_, name, cluster, isOpaque) => {
      const flux = { 'flux/definition.yaml': definition, 'tf/eks.tf': cluster };
      const [base, head] = ['8', '800'].map((cpu) => ({ ...flux, 'tf/main.tf': terraform(name, cpu) }));
      expect(await opaqueBetween(base!, head!)).toEqual(isOpaque ? ['tf/main.tf'] : []);
    });
  }

  test('a value next to the Secret of Terraform', async () => {
    const text = (cpu: string): string =>
      `locals {\n  cpu = "${cpu}"\n}\n${terraform('"size"', 'x').replace('"x"', 'local.cpu')}`;
    const [base, head] = ['8', '800'].map((cpu) => ({ 'flux/definition.yaml': release, 'tf/main.tf': text(cpu) }));
    expect(await opaqueBetween(base!, head!)).toEqual(['tf/main.tf']);
  });

  test('but not recipients and labels of the Secret', async () => {
    const text = (label: string, key: string): string =>
      `${secret('size', '8').replace('}\n', `, labels: {a: ${label}}}\n`)}sops: {age: [{recipient: ${key}}]}\n`;
    const flux = { 'flux/definition.yaml': release };
    const [base, head] = [text('a', 'x'), text('b', 'y')].map((data) => ({ ...flux, 'flux/data.yaml': data }));
    expect(await opaqueBetween(base!, head!)).toEqual([]);
  });

  test('but not a ConfigMap with which everything is rendered', async () => {
    const text = (cpu: string): string => `apiVersion: v1\nkind: ConfigMap\n${metadata('size')}data: {cpu: "${cpu}"}\n`;
    const flux = {
      'flux/definition.yaml': kustomization('ConfigMap'),
      'pools/a.yaml': nodePool('a', 'limits: {cpu: $cpu}'),
    };
    const [base, head] = ['8', '800'].map((cpu) => ({ ...flux, 'flux/data.yaml': text(cpu) }));
    const prints = (file: (path: string) => string): string =>
      file('pools/a.yaml').replace('$cpu', /cpu: "(\d+)"/.exec(file('flux/data.yaml'))![1]!);
    expect(await opaqueBetween(base!, head!, (_, read) => prints(read))).toEqual([]);
  });
});
