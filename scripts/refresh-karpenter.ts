// Writes data/crds/<minor>.json from the CustomResourceDefinitions of one Karpenter release.
//
//   npm run refresh -- karpenter VERSION [FOLDER] [--provider VERSION=FOLDER]
//
// VERSION is a tag such as v1.14.1. FOLDER contains the YAML files. Without it, they are downloaded from provider-aws's repository.
// With --provider, VERSION and FOLDER are those of Karpenter's core, and the provider's kinds come from another release.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { type CrdRelease, type CustomResourceDefinition, writeCrdPack } from './crd-pack-writer.ts';

const core = 'kubernetes-sigs/karpenter';
const provider = 'aws/karpenter-provider-aws';
const output = join(import.meta.dirname, '../data/crds');

const { positionals, values } = parseArgs({ allowPositionals: true, options: { provider: { type: 'string' } } });
const [version, folder] = positionals;
const minor = /^v(\d+\.\d+)\.\d+$/.exec(version ?? '')?.[1];
if (version === undefined || minor === undefined) {
  console.error('usage: npm run refresh -- karpenter VERSION [FOLDER] [--provider VERSION=FOLDER]');
  process.exit(2);
}

mkdirSync(output, { recursive: true });
const file = join(output, `${minor}.json`);
writeFileSync(file, pack(version, minor));
console.log(`wrote data/crds/${minor}.json`);

function pack(tag: string, karpenterVersion: string): string {
  if (values.provider === undefined) {
    const crds = folder === undefined ? fetched(tag) : read(folder);
    return writeCrdPack(karpenterVersion, { repository: provider, tag, crds });
  }
  if (folder === undefined) throw new Error("--provider needs the folder of core's CRDs");
  const split = values.provider.indexOf('=');
  const other: CrdRelease = {
    repository: provider,
    tag: values.provider.slice(0, split),
    crds: read(values.provider.slice(split + 1)),
  };
  return writeCrdPack(karpenterVersion, { repository: core, tag, crds: read(folder) }, other);
}

function read(from: string): CustomResourceDefinition[] {
  return readdirSync(from)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => parse(readFileSync(join(from, name), 'utf8')) as CustomResourceDefinition);
}

function fetched(tag: string): CustomResourceDefinition[] {
  const into = mkdtempSync(join(tmpdir(), 'karpenter-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--depth=1', `--branch=${tag}`, `https://github.com/${provider}`, into]);
    return read(join(into, 'pkg/apis/crds'));
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
}
