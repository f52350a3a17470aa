import type { Environment, Settings } from '../../engine/karpenter/api/settings.ts';
import { ownValue } from '../../engine/text/own-value.ts';
import { quotedNames } from '../../engine/text/words/quoted-names.ts';
import { PlumblineError } from '../../shared/errors.ts';

/** One environment. `settings` is undefined if the configuration has no environments. */
export interface EnvironmentChoice {
  readonly name: string;
  readonly settings: Environment | undefined;
}

/** The named environment, or the only one. Throws PlumblineError('usage') if that is ambiguous. `option` is what the user can set. */
export function chooseEnvironment(
  { environments }: Settings,
  named: string | undefined,
  option: 'environment' | '--environment' = 'environment',
): EnvironmentChoice {
  const names = Object.keys(environments).sort();
  if (named === undefined && names.length > 1)
    throw new PlumblineError('usage', `\`plumbline.yaml\` has ${names.length} environments, and none was chosen`, {
      help:
        option === 'environment'
          ? `Set \`environment\` to one of ${names.join(', ')}.`
          : `Pass ${quotedNames(
              names.map((name) => `--environment ${name}`),
              ' or ',
            )}.`,
    });

  if (named !== undefined && names.length > 0 && !names.includes(named))
    throw new PlumblineError('usage', `\`plumbline.yaml\` has no environment \`${named}\``, {
      help: names.length === 1 ? `The only environment is \`${names[0]}\`.` : `Choose one of ${names.join(', ')}.`,
    });

  const name = named ?? names[0] ?? 'production';
  return { name, settings: ownValue(environments, name) };
}
