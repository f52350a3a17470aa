import { resolvePath } from '../../engine/text/source.ts';
import type { ConfigReader } from './config-reader.ts';
import type { Config } from './config-value.ts';

/** Patterns of shells that are not understood: `dev?`, `{dev,staging}`. */
const otherPattern = /\?|\{[^{},]*,/;

/** Rejects paths of environments with patterns that would match nothing. */
export function requirePaths({ environments = {} }: Config, reader: ConfigReader): void {
  for (const [name, { paths = [] }] of Object.entries(environments))
    for (const [i, path] of paths.entries()) {
      const at = ['environments', name, 'paths', i];
      const [, ...afterPattern] = path.slice(path.includes('*') ? path.indexOf('*') : path.length).split('/');
      const isAfterPattern = afterPattern.includes('..');
      if (isAfterPattern || resolvePath('', path.replace(/^\/+/, '')) === undefined)
        reader.fail(
          at,
          `\`${path}\` is not a path in the repository`,
          'Write the path of a folder or file from the root of the repository.',
        );

      if (otherPattern.test(path))
        reader.fail(
          at,
          `\`${path}\` contains a pattern that plumbline does not know`,
          'Write one entry for each folder. `*` stands for any characters of a name, and `**` for any folders.',
        );
    }
}
