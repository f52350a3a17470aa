import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { defaultSources, type SourceSettings } from '../../src/engine/karpenter/api/settings.ts';
import type { Diagnostic } from '../../src/engine/text/diagnostic.ts';
import { Repository } from '../../src/io/git/repository.ts';
import type { RenderedPair } from '../../src/io/render/render-pair.ts';
import { renderPair } from '../../src/io/render/render-pair.ts';
import { readPair } from '../../src/io/sides/read-pair.ts';

/** Path → text. `{ link }` is a symbolic link. */
export type Files = Readonly<Record<string, string | { readonly link: string }>>;

const folders: string[] = [];

/** A folder with files, which `cleanUp` removes. */
export function folderOf(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-tree-'));
  folders.push(folder);
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const at = join(folder, path);
    mkdirSync(dirname(at), { recursive: true });
    if (typeof content === 'string') writeFileSync(at, content);
    else symlinkSync(content.link, at);
  }
}

export function cleanUp(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

export interface RenderOptions {
  /** Folder of the base. */
  readonly base?: string;
  readonly path?: string;
  readonly sources?: Partial<SourceSettings>;
  readonly paths?: readonly string[];
  readonly kubernetesVersion?: string;
}

/** Renders a folder the same way as a review. */
export async function rendered(folder: string, options: RenderOptions = {}): Promise<RenderedPair> {
  const { base, path = process.env.PATH, sources = {}, paths = [], kubernetesVersion } = options;
  const pair = await readPair({ repository: new Repository(folder), base, head: base && folder, paths });
  const settings = { sources: { ...defaultSources, ...sources }, environments: {}, kubernetesVersion };
  return renderPair(pair, { path, settings });
}

/** The rendered texts of head, by root. */
export const madeOf = ({ head }: RenderedPair): Readonly<Record<string, string>> =>
  Object.fromEntries(head.sources.flatMap(({ text, origin }) => (origin ? [[origin.root, text]] : [])));

/** `code file` of the findings of head. */
export const saidOf = ({ head }: RenderedPair): string[] =>
  diagnosticsOf({ head }).map(({ code, span }) => `${code} ${span.file}`);

export const diagnosticsOf = ({ head }: Pick<RenderedPair, 'head'>): Diagnostic[] => [
  ...head.diagnostics,
  ...(head.unmade ?? []).flatMap(({ diagnostic }) => diagnostic ?? []),
];

/** A NodePool with a name. */
export const nodePool = (name: string, cpu = '10'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements:
        - key: karpenter.sh/capacity-type
          operator: In
          values: [spot]
  limits:
    cpu: ${cpu}
`;

/** A kustomization with some resources. */
export const kustomization = (...resources: readonly string[]): string =>
  `resources:\n${resources.map((one) => `  - ${JSON.stringify(one)}\n`).join('')}`;

export const chartYaml = (name: string, more = ''): string => `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n${more}`;
