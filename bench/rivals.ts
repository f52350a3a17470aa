import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type CrdVersion, decodeCrdPack } from '../src/engine/files/schema/definitions/crd-pack.ts';
import { karpenterCrds } from '../test/apiserver/crds.ts';

const cache = process.env.PLUMBLINE_TEST_CACHE ?? join(homedir(), '.cache', 'plumbline-test');

/** Another validator, with the definitions of Karpenter's kinds that it needs. */
export interface Rival {
  readonly name: string;
  readonly program: string;
  /** The validator's arguments for the files of a folder. */
  argumentsFor(folder: string): readonly string[];
}

/** kubectl-validate and kubeconform, which Go installs into the cache on first use. A tool that cannot be installed is left out. */
export function rivals(knowledge: string): Rival[] {
  writeKnowledge(knowledge);
  const validate = install('kubectl-validate', 'v0.0.4', 'sigs.k8s.io/kubectl-validate');
  const conform = install('kubeconform', 'v0.8.0', 'github.com/yannh/kubeconform/cmd/kubeconform');
  const schemas = join(knowledge, 'schemas', '{{.ResourceKind}}_{{.ResourceAPIVersion}}.json');
  return [
    ...(validate
      ? [
          {
            name: 'kubectl-validate 0.0.4',
            program: validate,
            argumentsFor: (folder: string) => [folder, '--local-crds', join(knowledge, 'crds'), '--version', '1.30'],
          },
        ]
      : []),
    ...(conform
      ? [
          {
            name: 'kubeconform 0.8.0',
            program: conform,
            argumentsFor: (folder: string) => ['-strict', '-schema-location', schemas, folder],
          },
        ]
      : []),
  ];
}

function install(name: string, version: string, module: string): string | undefined {
  const folder = join(cache, `${name}-${version}`);
  if (existsSync(join(folder, name))) return join(folder, name);
  const building = `${folder}.${process.pid}`;
  mkdirSync(building, { recursive: true });
  const env = { ...process.env, GOBIN: building, GOFLAGS: '-buildvcs=false' };
  const { status } = spawnSync('go', ['install', `${module}@${version}`], { env, stdio: 'ignore' });
  if (status !== 0) return undefined;
  renameSync(building, folder);
  return join(folder, name);
}

/** The definitions of Karpenter 1.14 in the format of each validator. */
function writeKnowledge(folder: string): void {
  for (const part of ['crds', 'schemas']) mkdirSync(join(folder, part), { recursive: true });
  for (const crd of karpenterCrds('1.14') as { metadata: { name: string } }[]) {
    writeFileSync(join(folder, 'crds', `${crd.metadata.name}.yaml`), JSON.stringify(crd));
  }
  for (const crd of decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8'))).versions) {
    writeFileSync(join(folder, 'schemas', schemaName(crd)), JSON.stringify(closed(crd.schema)));
  }
}

const schemaName = ({ kind, version }: CrdVersion): string => `${kind.toLowerCase()}_${version}.json`;

/** JSON Schema allows unknown fields unless the schema forbids them. */
function closed(schema: object): object {
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key === 'properties') {
      return [
        key,
        Object.fromEntries(
          Object.entries(value).map(([name, child]) => [name, name === 'metadata' ? child : closed(child as object)]),
        ),
      ];
    }
    return [key, key === 'items' ? closed(value) : value];
  });
  const isClosed = 'properties' in schema && !('additionalProperties' in schema);
  return { ...Object.fromEntries(entries), ...(isClosed && { additionalProperties: false }) };
}
