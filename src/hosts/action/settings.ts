import type { Settings } from '../../engine/api/settings.ts';
import { configNames } from '../../io/config/find-config.ts';
import type { ActionInputs } from './inputs.ts';

/** Where the configuration of a folder may stand, the nearest first: in the folder, and then upwards to the root. */
export function configPaths({ config, workingDirectory }: ActionInputs): string[] {
  const at = (folder: readonly string[], name: string): string => [...folder, name].join('/');
  const folder = workingDirectory === '' ? [] : workingDirectory.split('/');
  if (config !== undefined) return [at(folder, config)];
  const upwards = Array.from({ length: folder.length + 1 }, (_, i) => folder.slice(0, folder.length - i));
  return upwards.flatMap((steps) => configNames.map((name) => at(steps, name)));
}

/** What the inputs say of a review. A workflow file is content of the pull request: they may tighten what the base demands, never relax it. */
export const overOf = (
  { region, karpenterVersion, kubernetesVersion, set, failOn }: ActionInputs,
  today: string,
): Partial<Settings> => ({
  ...{ set, today },
  ...(region !== undefined && { region }),
  ...(karpenterVersion !== undefined && { karpenterVersion }),
  ...(kubernetesVersion !== undefined && { kubernetesVersion }),
  ...(failOn !== undefined && { failOn }),
});
