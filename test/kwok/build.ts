import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildControlPlane, buildMachines } from '../apiserver/build.ts';
import { goProgram } from '../go-program.ts';

/** Programs of a cluster with simulated machines, in addition to its API server. */
export interface KwokPrograms {
  /** Karpenter with its kwok provider. */
  readonly karpenter: string;
  /** kwok itself, which simulates the kubelet of every Node. */
  readonly kwok: string;
  /** kube-scheduler and kube-controller-manager. */
  readonly controlPlane: string;
}

const module = fileURLToPath(new URL('.', import.meta.url));

/** Earlier minors with a program of their own, and the `.mod` files with their cores. They have a stand-in for the API package of AWS's provider. */
const olderModules: Readonly<Record<string, { readonly file: string; readonly tags: readonly string[] }>> = {
  '1.3': { file: 'older/1.3.mod', tags: ['karpenter_1_3'] },
  '1.9': { file: 'older/1.9.mod', tags: [] },
};

/** The minors that were recorded in addition to 1.14. */
export const olderMinors: readonly string[] = Object.keys(olderModules);

/** Builds the programs, or finds them in the cache outside the repository. Announces slow steps. */
export function buildKwok(say: (progress: string) => void = console.error, minor?: string): KwokPrograms {
  const modules = olderModules[minor ?? ''];
  return {
    karpenter: goProgram(
      {
        name: 'karpenter-kwok',
        module,
        package: '.',
        ldflags: '-s -w',
        cost: '4 minutes of CPU',
        ...(modules && { modules }),
      },
      say,
    ),
    kwok: buildMachines(say),
    controlPlane: buildControlPlane(say),
  };
}

/** kwok's own stages as one file. They make Nodes ready, and start and delete pods. Pods of Jobs never finish here. */
export function kwokStages(): string {
  const list = readFileSync(join(module, '../apiserver/kwok.mod'), 'utf8');
  const version = /sigs\.k8s\.io\/kwok (v\S+)/.exec(list)![1];
  const folder = join(folderOf(`sigs.k8s.io/kwok@${version}`), 'kustomize', 'stage');
  return ['node/fast', 'pod/fast']
    .flatMap((stage) => readYaml(join(folder, stage)))
    .filter((text) => /^kind: Stage$/m.test(text) && !/^ {2}name: pod-complete$/m.test(text))
    .join('\n---\n');
}

/** CRDs of Karpenter's core that AWS's chart does not install. */
export function coreCrds(minor?: string): readonly string[] {
  const list = olderModules[minor ?? '']?.file ?? 'go.mod';
  const core = /sigs\.k8s\.io\/karpenter (v\S+)/.exec(readFileSync(join(module, list), 'utf8'))![1];
  const folder = folderOf(`sigs.k8s.io/karpenter@${core}`);
  return [...readYaml(join(folder, 'kwok/apis/crds')), ...readYaml(join(folder, 'pkg/apis/crds'))];
}

const readYaml = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'));

function folderOf(moduleVersion: string): string {
  const answer = execFileSync('go', ['mod', 'download', '-json', moduleVersion], { cwd: module, encoding: 'utf8' });
  return (JSON.parse(answer) as { Dir: string }).Dir;
}
