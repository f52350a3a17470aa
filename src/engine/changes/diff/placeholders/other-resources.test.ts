import { expect, test } from 'vitest';
import { manifestSet } from '../../../manifest/manifest-set.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import type { Origin } from '../../../text/source.ts';
import { areOtherResources } from './other-resources.ts';

const origin = (root: string): Origin =>
  ({ root, tool: 'terraform', trace: (start, end) => ({ span: { file: 'main.tf', start, end } }) }) as Origin;
const resource = (kind: string, name: string, root = 'prod'): Manifest => {
  const text = `apiVersion: terraform/v1\nkind: ${kind}\nmetadata: {name: ${name}}\n`;
  const source = { file: `${root}/${kind}.${name}.yaml`, text, origin: origin(root) };
  return manifestSet([parseManifests(source, { set: {} })]).manifests[0]!;
};

const nodeClass = resource('EC2NodeClass', 'default');
const keys = [resource('aws_kms_key', 'nodes'), resource('aws_kms_key', 'disks')];
const nodes = '${aws_kms_key.nodes.arn}';
const disks = '${aws_kms_key.disks.arn}';

test.each<[what: string, before: string, after: string, resources: readonly Manifest[], isOther: boolean]>([
  ['another key', nodes, disks, keys, true],
  [
    'another instance profile',
    '${aws_iam_instance_profile.a.arn}',
    '${aws_iam_instance_profile.b.arn}',
    [resource('aws_iam_instance_profile', 'a'), resource('aws_iam_instance_profile', 'b')],
    true,
  ],
  ['a key with another name', nodes, disks, [resource('aws_kms_key', 'disks')], false],
  ['a key of another root', nodes, disks, [keys[0]!, resource('aws_kms_key', 'disks', 'dev')], false],
  ['an alias of a key', nodes, '${aws_kms_alias.nodes.arn}', [...keys, resource('aws_kms_alias', 'nodes')], false],
  ['the id of a key', nodes, '${aws_kms_key.disks.key_id}', keys, false],
  ['a part of the ARN', nodes, 'x-${aws_kms_key.disks.arn}', keys, false],
  ['a literal', nodes, 'arn:aws:kms:eu-west-1:1:key/a', keys, false],
  ['an input', '${module.kms.key_arn}', '${var.key}', keys, false],
])('%s', (_, before, after, resources, isOther) => {
  expect(areOtherResources([before, after], nodeClass, resources)).toBe(isOther);
});
