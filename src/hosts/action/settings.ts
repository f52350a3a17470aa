import { inFolder } from '../../engine/files/sources/repository/file-tree.ts';
import type { Settings } from '../../engine/karpenter/api/settings.ts';
import { configPathsFrom } from '../../io/config/find-config.ts';
import type { ActionInputs } from './inputs.ts';

/** The paths where the configuration may be, nearest first. */
export function configPaths({ config, workingDirectory: folder }: ActionInputs): string[] {
  if (config !== undefined) return [inFolder(folder, config)];
  return configPathsFrom(folder);
}

/** The settings that inputs give. A pull request can change the workflow file, so inputs may tighten the base's settings but never relax them. */
export const overOf = (
  { region, karpenterVersion, kubernetesVersion, catalog, set, failOn, comment }: ActionInputs,
  today: string,
): Partial<Settings> => ({
  set,
  today,
  ...(region !== undefined && { region }),
  ...(karpenterVersion !== undefined && { karpenterVersion }),
  ...(kubernetesVersion !== undefined && { kubernetesVersion }),
  ...(catalog !== undefined && { catalog }),
  ...(failOn !== undefined && { failOn }),
  ...(comment !== undefined && { comment }),
});
