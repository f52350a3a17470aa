import type { Settings } from '../../engine/api/settings.ts';
import type { Source } from '../../engine/source.ts';
import { configNames, mergeSettings, parseConfig } from '../../io/config/config.ts';
import type { ActionInputs, FailOn } from './inputs.ts';

/** Where the configuration of a folder may stand, the nearest first: in the folder, and then upwards to the root. */
export function configPaths({ config, workingDirectory }: ActionInputs): string[] {
  const at = (folder: readonly string[], name: string): string => [...folder, name].join('/');
  const folder = workingDirectory === '' ? [] : workingDirectory.split('/');
  if (config !== undefined) return [at(folder, config)];
  const upwards = Array.from({ length: folder.length + 1 }, (_, i) => folder.slice(0, folder.length - i));
  return upwards.flatMap((steps) => configNames.map((name) => at(steps, name)));
}

/**
 * Joins the configuration at the base with the inputs. A workflow file is content of the pull request: its inputs may
 * tighten what the base demands, never relax it. Throws PlumblineError('config').
 */
export function settingsFrom(
  config: Source | undefined,
  inputs: ActionInputs,
  { today, notice }: { today: string; notice: (message: string) => void },
): Settings {
  const configured = config ? parseConfig(config) : {};
  const failOn = strictest(configured.failOn, inputs.failOn);
  if (inputs.failOn && failOn !== inputs.failOn)
    notice(
      `The input fail-on: ${inputs.failOn} is weaker than failOn: ${failOn} of the configuration at the base, and is ignored.`,
    );
  return mergeSettings(configured, {
    region: inputs.region,
    karpenterVersion: inputs.karpenterVersion,
    kubernetesVersion: inputs.kubernetesVersion,
    set: { ...configured.set, ...inputs.set },
    ...(failOn ? { failOn } : {}),
    today,
  });
}

const strictness: readonly FailOn[] = ['never', 'error', 'warning', 'note'];

/** What fails more. Where the configuration says nothing, the input decides alone. */
function strictest(configured: FailOn | undefined, input: FailOn | undefined): FailOn | undefined {
  if (configured === undefined || input === undefined) return configured ?? input;
  return strictness.indexOf(input) > strictness.indexOf(configured) ? input : configured;
}
