import type { Settings } from '../../engine/api/settings.ts';
import { configNames } from '../../io/config/find-config.ts';
import type { ActionInputs } from './inputs.ts';

/** The paths where a folder's configuration may be, nearest first: in the folder, then in its parents up to the root. */
export function configPaths({ config, workingDirectory }: ActionInputs): string[] {
  const at = (folder: readonly string[], name: string): string => [...folder, name].join('/');
  const folder = workingDirectory === '' ? [] : workingDirectory.split('/');
  if (config !== undefined) return [at(folder, config)];
  const upwards = Array.from({ length: folder.length + 1 }, (_, i) => folder.slice(0, folder.length - i));
  return upwards.flatMap((steps) => configNames.map((name) => at(steps, name)));
}

/** The settings that inputs give. A pull request can change the workflow file, so inputs may tighten the base's settings but never relax them. */
export const overOf = (
  { region, karpenterVersion, kubernetesVersion, catalog, set, failOn, comment }: ActionInputs,
  today: string,
): Partial<Settings> => ({
  ...{ set, today },
  ...(region !== undefined && { region }),
  ...(karpenterVersion !== undefined && { karpenterVersion }),
  ...(kubernetesVersion !== undefined && { kubernetesVersion }),
  ...(catalog !== undefined && { catalog }),
  ...(failOn !== undefined && { failOn }),
  ...(comment !== undefined && { comment }),
});
