import { existsSync, readFileSync } from 'node:fs';
import { cases } from './case.ts';
import { filesBelow, type Repository } from './layouts.ts';

/** Settings that name files or environments, so that they do not hold in another layout. */
const placed = /^(?:environments|existingNodes|catalog|crds|ignore):/m;

/** The cases that can be in another layout: without a snapshot, which is of one cluster, and without settings that name files. */
export function caseRepositories(): Repository[] {
  return cases().flatMap(({ name, argv }): Repository[] => {
    const paths: string[] = [];
    const options = new Map<string, string>();
    for (let i = 1; i < argv.length; i++) {
      if (argv[i]!.startsWith('--')) options.set(argv[i]!, argv[++i]!);
      else paths.push(argv[i]!);
    }

    const config = options.get('--config');
    if (options.has('--cluster') || (config && existsSync(config) && placed.test(readFileSync(config, 'utf8'))))
      return [];

    const [base, head] = [options.get('--base'), options.get('--head')];
    return [
      {
        name,
        base: base === undefined ? null : filesBelow(base),
        head: head === undefined ? Object.assign({}, ...paths.map(filesBelow)) : filesBelow(head),
        options: [...options].filter(([option]) => !['--base', '--head'].includes(option)).flat(),
      },
    ];
  });
}
