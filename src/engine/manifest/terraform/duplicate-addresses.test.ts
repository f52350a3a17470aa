import { expect, test } from 'vitest';
import { evaluated } from './terraform.test-support.ts';

const pool = (label: string): string =>
  `resource "kubectl_manifest" "${label}" {\n  yaml_body = "kind: NodePool # karpenter"\n}\n`;
const role = 'module "role" {\n  source = "./role"\n}\n';

const faults = (files: Readonly<Record<string, string>>): string[] =>
  evaluated(files).duplicates.map(
    ({ span, message, labels }) => `${span.file} ${message.split(' is ')[0]} ${labels[0]?.span.file}`,
  );

test.each([
  ['two files', { 'a.tf': pool('web'), 'b.tf': pool('web') }, ['b.tf `kubectl_manifest.web` a.tf']],
  ['one file', { 'a.tf': `${pool('web')}${role}${role}` }, ['a.tf `module.role` a.tf']],
  ['another name', { 'a.tf': pool('web'), 'b.tf': pool('api') }, []],
  ['another type of block', { 'a.tf': `${pool('web')}variable "web" {}\noutput "web" {\n  value = 1\n}\n` }, []],
  ['another folder', { 'a/a.tf': pool('web'), 'b/a.tf': pool('web') }, []],
  ['an override', { 'a.tf': pool('web'), 'web_override.tf': pool('web') }, []],
])('the same address in %s', (_, files, expected) => {
  expect(faults(files as Readonly<Record<string, string>>)).toEqual(expected);
});
