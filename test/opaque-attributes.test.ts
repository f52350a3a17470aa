import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

const nodeClass: Texts = {
  'tf/main.tf':
    'resource "kubectl_manifest" "nc" {\n  yaml_body = yamlencode({\n    apiVersion = "karpenter.k8s.aws/v1", kind = "EC2NodeClass", metadata = { name = "x" }\n    spec = { role = "r", userData = file("${path.module}/bootstrap.sh") }\n  })\n}\n',
  'tf/bootstrap.sh': '#!/bin/bash\nls\n',
};
const kustomized: Texts = {
  'k/kustomization.yaml': 'resources: [pool.yaml]\nconfigMapGenerator:\n  - name: boot\n    files: [boot.txt]\n',
  'k/pool.yaml': nodePool('k'),
  'k/boot.txt': 'a\nb\n',
};
const pipeline = (command: string): Texts => ({
  '.github/workflows/deploy.yaml': `on: push\njobs:\n  d:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${command}\n`,
  'pools/web.yaml': nodePool('web'),
});
const archived = pipeline('git archive HEAD pools | tar x -C /tmp && kubectl apply --prune --all -f /tmp/pools');

const changed = (around: Texts, before: string, after: string, path: string): Promise<readonly string[]> =>
  opaqueBetween(
    { ...around, ...(before !== '' && { [path]: before }) },
    { ...around, ...(after !== '' && { [path]: after }) },
  );

describe('T99: attributes of git that change what is applied are opaque', () => {
  test.each<[string, Texts, string, string, string?]>([
    ['other line ends of a file of Terraform', nodeClass, '', 'tf/*.sh text eol=crlf\n'],
    ['of all files', nodeClass, '', '* text=auto eol=crlf\n'],
    ['by a macro', nodeClass, '', '[attr]dos text eol=crlf\n*.sh dos\n'],
    ['by a line that is removed', nodeClass, '* eol=crlf\n*.sh -text\n', '* eol=crlf\n'],
    ['by a line that moves', nodeClass, '* eol=crlf\n*.sh eol=lf\n', '*.sh eol=lf\n* eol=crlf\n'],
    ['in its folder', nodeClass, '', '*.sh eol=CRLF\n', 'tf/.gitattributes'],
    ['of a file of a kustomization', kustomized, '', '*.txt eol=crlf\n'],
    [
      'of a script that a pipeline runs',
      { ...pipeline('./deploy.sh; kubectl apply -f pools'), 'deploy.sh': 'ls\n' },
      '',
      '*.sh eol=crlf\n',
    ],
    ['by a pattern that is not followed', nodeClass, '', 'tf/[a-b]*.sh eol=crlf\n'],
    ['a manifest that an archive leaves out', archived, '', 'pools/web.yaml export-ignore\n'],
    ['a folder that an archive leaves out', archived, '', '/pools export-ignore\n'],
    ['text that an archive completes', archived, '', '*.yaml export-subst\n'],
    [
      'an archive by its address',
      pipeline('curl -L https://github.com/a/b/archive/main.tar.gz | tar xz && kubectl apply -f b'),
      '',
      'pools/* export-ignore\n',
    ],
  ])('%s', async (_, around, before, after, path = '.gitattributes') => {
    expect(await changed(around, before, after, path)).toEqual([path]);
  });

  test.each<[string, Texts, string, string]>([
    ['that lines end as they do', nodeClass, '', '* text=auto\n*.sh text eol=lf\n'],
    ['other line ends of scripts for Windows', nodeClass, '', '*.bat text eol=crlf\n*.ps1 eol=crlf\n'],
    ['other line ends of binary files', nodeClass, '', '*.sh eol=crlf\n*.sh binary\n'],
    ['what a page counts', nodeClass, '', '*.tf linguist-language=HCL\n'],
    ['a comment', nodeClass, '*.bat eol=crlf\n', '# Windows.\n*.bat eol=crlf\n'],
    [
      'what an archive leaves out that nobody applies',
      pipeline('kubectl apply -f pools'),
      '',
      'pools/web.yaml export-ignore\n',
    ],
    [
      'tests that an archive leaves out',
      { ...archived, 'test/a.ts': 'a' },
      '',
      'test/ export-ignore\n.github/ export-ignore\n',
    ],
  ])('but not %s', async (_, around, before, after) => {
    expect(await changed(around, before, after, '.gitattributes')).toEqual([]);
  });
});
