import { expect, test } from 'vitest';
import { cluster, eks, messagesOf } from './account-changes.test-support.ts';

const module = (kubernetes: string, proxy: string): string =>
  eks(
    '21.3.0',
    `name = "c"\n  kubernetes_version = "${kubernetes}"\n  addons = { kube-proxy = { ${proxy} }, coredns = {} }`,
  );
const pinned = (version: string): string => `addon_version = "${version}"`;
const resource = (kubernetes: string, version: string): string =>
  `${cluster(`version = "${kubernetes}"`)}resource "aws_eks_addon" "a" {\n  cluster_name = aws_eks_cluster.c.name\n  addon_name = "kube-proxy"\n  addon_version = "${version}"\n}\n`;

const warningsOf = (base: string, head: string): string[] =>
  messagesOf(base, head).filter((message) => message.includes('kube-proxy'));

test.each([
  [
    'stays behind an upgrade',
    module('1.31', pinned('v1.28.2-eksbuild.1')),
    module('1.32', pinned('v1.28.2-eksbuild.1')),
    '4 minor versions older',
  ],
  ['is set back', module('1.33', ''), module('1.33', pinned('v1.27.1-eksbuild.1')), '6 minor versions older'],
  [
    'is newer than its cluster',
    resource('1.32', 'v1.32.0-eksbuild.2'),
    resource('1.32', 'v1.33.0-eksbuild.2'),
    'newer than the API server',
  ],
  [
    'is of an older module',
    eks('20.31.0', 'cluster_name = "c"\n  cluster_version = "1.32"\n  cluster_addons = { kube-proxy = {} }'),
    eks(
      '20.31.0',
      'cluster_name = "c"\n  cluster_version = "1.32"\n  cluster_addons = { kube-proxy = { addon_version = "v1.28.1-eksbuild.1" } }',
    ),
    '4 minor versions older',
  ],
])('kube-proxy %s', (_, base, head, text) => {
  expect(warningsOf(base, head)).toEqual([expect.stringContaining(text)]);
});

test.each([
  ['fits', module('1.31', pinned('v1.31.0-eksbuild.1')), module('1.32', pinned('v1.31.0-eksbuild.1'))],
  ['is as old as Kubernetes allows', module('1.32', ''), module('1.32', pinned('v1.29.0-eksbuild.1'))],
  [
    'did not fit before',
    module('1.33', pinned('v1.28.0-eksbuild.1')),
    module('1.33', `${pinned('v1.28.0-eksbuild.1')}\n preserve = true`),
  ],
  ['is not pinned', module('1.32', ''), module('1.33', 'most_recent = true')],
  ['has an unknown version', module('1.32', ''), module('1.33', 'addon_version = var.proxy')],
  [
    'is in a cluster with an unknown version',
    module('1.32', ''),
    module('${var.kubernetes}', pinned('v1.20.0-eksbuild.1')),
  ],
])('kube-proxy that %s is not reported', (_, base, head) => {
  expect(warningsOf(base, head)).toEqual([]);
});
