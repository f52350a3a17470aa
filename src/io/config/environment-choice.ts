import type { Environment, Settings } from '../../engine/api/settings.ts';
import { PlumblineError } from '../../errors.ts';

/** One environment of the configuration; `settings` is undefined where the configuration names none. */
export interface EnvironmentChoice {
  readonly name: string;
  readonly settings: Environment | undefined;
}

/** The environment that is named, else the only one there is. Throws PlumblineError('usage') where that is not clear. */
export function chooseEnvironment({ environments }: Settings, named: string | undefined): EnvironmentChoice {
  const names = Object.keys(environments).sort();
  if (named === undefined && names.length > 1)
    throw new PlumblineError('usage', `\`plumbline.yaml\` names ${names.length} environments`, {
      help: `Name one with \`environment\`, such as \`${names[0]}\`. There are ${names.join(', ')}.`,
    });
  if (named !== undefined && names.length > 0 && !names.includes(named))
    throw new PlumblineError('usage', `\`plumbline.yaml\` names no environment \`${named}\``, {
      help: `There ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`,
    });
  const name = named ?? names[0] ?? 'production';
  return { name, settings: Object.hasOwn(environments, name) ? environments[name] : undefined };
}
