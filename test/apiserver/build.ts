import { fileURLToPath } from 'node:url';
import { goProgram } from '../go-program.ts';

const module = fileURLToPath(new URL('.', import.meta.url));
const version = 'v1.36.3';
const isVersion = 'k8s.io/component-base/version';
const ldflags = `-s -w -X ${isVersion}.gitVersion=${version} -X ${isVersion}.gitMajor=1 -X ${isVersion}.gitMinor=36`;

/** Path of the API server. */
export const buildApiServer = (say?: (progress: string) => void): string =>
  goProgram({ name: 'apiserver', module, package: '.', ldflags, cost: '6 minutes of CPU' }, say);

/** Path of the program that is kube-scheduler and kube-controller-manager. */
export const buildControlPlane = (say?: (progress: string) => void): string =>
  goProgram({ name: 'control-plane', module, package: 'control-plane', ldflags, cost: '2 minutes of CPU' }, say);

/**
 * Path of kwok, which simulates the machines. Its list excludes the newer versions that it asks for of modules of the
 * API server, so that most packages are compiled once for both.
 */
export const buildMachines = (say?: (progress: string) => void): string =>
  goProgram(
    {
      name: 'kwok',
      module,
      package: 'sigs.k8s.io/kwok/cmd/kwok',
      ldflags: '-s -w',
      modules: { file: 'kwok.mod', tags: [] },
      cost: '1 minute of CPU',
    },
    say,
  );
