import { expect, test } from 'vitest';
import { cluster, eks, messagesOf } from './account-changes.test-support.ts';

const mode = (value: string): string => cluster(`access_config { authentication_mode = ${value} }`);
const modeOfModule = (version: string, value: string): string => eks(version, `cluster_name = "c"\n  ${value}`);
const refusal = (from: string, to: string): string =>
  `warning: EKS refuses to change the authentication mode of the EKS cluster \`c\` from \`${from}\` back to \`${to}\`, so Terraform cannot apply this change`;
const api = 'authentication_mode = "API"';

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['from API to both', mode('"API"'), mode('"API_AND_CONFIG_MAP"'), [refusal('API', 'API_AND_CONFIG_MAP')]],
  [
    'from both to the ConfigMap',
    mode('"API_AND_CONFIG_MAP"'),
    mode('"CONFIG_MAP"'),
    [refusal('API_AND_CONFIG_MAP', 'CONFIG_MAP')],
  ],
  ['by a local', mode('"API"'), `locals { m = "CONFIG_MAP" }\n${mode('local.m')}`, [refusal('API', 'CONFIG_MAP')]],
  [
    'by the default of a variable',
    mode('"API"'),
    `variable "m" { default = "CONFIG_MAP" }\n${mode('var.m')}`,
    [refusal('API', 'CONFIG_MAP')],
  ],
  [
    'in the module',
    modeOfModule('20.31.0', api),
    modeOfModule('20.31.0', 'authentication_mode = "CONFIG_MAP"'),
    [refusal('API', 'CONFIG_MAP')],
  ],
  [
    'to the default of the module',
    modeOfModule('21.3.0', api),
    modeOfModule('21.3.0', ''),
    [refusal('API', 'API_AND_CONFIG_MAP')],
  ],
  ['forward', mode('"CONFIG_MAP"'), mode('"API"'), []],
  ['forward from the default of the module', modeOfModule('20.31.0', ''), modeOfModule('20.31.0', api), []],
  ['to one that is unknown', mode('"API"'), mode('var.mode'), []],
  ['to none', mode('"API"'), cluster(''), []],
  ['to that of a module whose version is unknown', modeOfModule('', api), modeOfModule('', ''), []],
  ['to that of an old module', modeOfModule('19.21.0', api), modeOfModule('19.21.0', ''), []],
])('the authentication mode changes %s', (_, base, head, expected) => {
  expect(messagesOf(base, head).filter((text) => text.includes('authentication mode'))).toEqual(expected);
});

const entry = 'resource "aws_eks_access_entry" "n" {\n  cluster_name = "c"\n  principal_arn = "arn"\n}\n';
const noEntries =
  'warning: EKS refuses access entries with the authentication mode `CONFIG_MAP`, so this one is not created';

test.each<[what: string, base: string, head: string, expected: readonly string[]]>([
  ['that knows only the ConfigMap', mode('"CONFIG_MAP"'), mode('"CONFIG_MAP"') + entry, [noEntries]],
  ['that takes both', mode('"API_AND_CONFIG_MAP"'), mode('"API_AND_CONFIG_MAP"') + entry, []],
  ['whose mode changes as well', mode('"CONFIG_MAP"'), mode('"API_AND_CONFIG_MAP"') + entry, []],
  ['whose mode is unknown', mode('var.m'), mode('var.m') + entry, []],
  ['that has it already', mode('"CONFIG_MAP"') + entry, mode('"CONFIG_MAP"') + entry, []],
])('a change adds an access entry to a cluster %s', (_, base, head, expected) => {
  expect(messagesOf(base, head).filter((text) => text.includes('access entries'))).toEqual(expected);
});
