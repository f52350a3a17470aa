import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Source } from '../../engine/text/source.ts';
import { stepsOfFolder } from '../../engine/text/source.ts';
import { PlumblineError } from '../../shared/errors.ts';
import { readTextWithin } from '../files/bounded-file.ts';
import { configNames } from './config-names.ts';
import { maxConfigLength } from './config-reader.ts';

/** The paths where the configuration of a folder may be, nearest first: in the folder, then in its parents up to the root. */
export function configPathsFrom(folder: string): string[] {
  const steps = stepsOfFolder(folder);
  const folders = Array.from({ length: steps.length + 1 }, (_, i) => steps.slice(0, steps.length - i));
  return folders.flatMap((folder) => configNames.map((name) => [...folder, name].join('/')));
}

/** Finds the nearest configuration file in a folder or its parents; undefined if there is none. */
export function findConfig(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const configFile = configNames.map((name) => join(at, name)).find(isFile);
    if (configFile) return configFile;
    if (dirname(at) === at || existsSync(join(at, '.git'))) return undefined;
  }
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Reads a configuration file from disk. Throws PlumblineError('config') when it is not readable. */
export function readConfig(path: string): Source {
  const help = 'Check that this is the right file.';
  try {
    const name = `The configuration \`${path}\``;
    return { file: path, text: readTextWithin({ path, name, maxBytes: maxConfigLength, code: 'config', help }) };
  } catch (cause) {
    if (cause instanceof PlumblineError) throw cause;
    throw new PlumblineError('config', `\`${path}\` cannot be read`, {
      cause,
      help: 'Pass an existing, readable file to `--config`.',
    });
  }
}
