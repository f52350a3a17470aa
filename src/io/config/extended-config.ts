import type { Source } from '../../engine/text/source.ts';
import type { ConfigShape } from '../../shared/config-shape.ts';
import { configShape } from '../../shared/config-shape.ts';
import { requireCodes } from './config-codes.ts';
import { requirePaths } from './config-paths.ts';
import { ConfigReader } from './config-reader.ts';
import { requireTimes } from './config-times.ts';
import type { Config } from './config-value.ts';
import { customRulesOf, requireCustomRules } from './custom-rules.ts';
import { extendedBy, type SharedReference } from './shared-reference.ts';

/** How to read the files that a configuration extends. */
export interface SharedFiles {
  /** A file of the same repository and commit, by its path from the root. Undefined if it does not exist. */
  readonly file: (path: string) => Promise<Source | undefined>;
  /** The text of a file of another repository. Throws PlumblineError. Absent if no other repository can be read. */
  readonly shared?: ((reference: SharedReference) => Promise<string>) | undefined;
}

/** The most entries of `extends`. */
const mostExtended = 10;

/** The keys that an extended file may have. Everything else is about one repository or one cluster. */
const sharedKeys = ['customRules', 'rules', 'overrides', 'neverSuppress', 'changedLines', 'failOn', 'gate'] as const;

const sharedShape: ConfigShape = {
  ...configShape,
  properties: Object.fromEntries(sharedKeys.map((key) => [key, configShape.properties![key]!])),
};

/** The configurations that another one extends, in order. Throws PlumblineError('config') if one cannot be found or is invalid. */
export async function extendedConfigs(source: Source, files: SharedFiles): Promise<Config[]> {
  // Most configurations extend nothing.
  if (!/\bextends\b/.test(source.text)) return [];

  const reader = new ConfigReader(source);
  const { extends: entries = [] } = reader.read() as Config;

  if (entries.length > mostExtended)
    reader.fail(
      ['extends', mostExtended],
      `\`extends\` has more than ${mostExtended} entries`,
      'Merge some of the files.',
    );

  const configs: Config[] = [];
  for (const [i, entry] of entries.entries()) {
    const fail = (message: string, help: string): never => reader.fail(['extends', i], message, help);
    const earlier = configs.flatMap(({ customRules = [] }) => customRules.map(({ id }) => ({ id })));
    configs.push(await extendedConfig(entry, files, { fail, earlier }));
  }

  return configs;
}

interface Extending {
  /** Throws the error for the entry. */
  readonly fail: (message: string, help: string) => never;
  /** Rules of earlier entries, whose severity the entry can change. */
  readonly earlier: readonly { readonly id: string }[];
}

async function extendedConfig(
  entry: string,
  { file, shared }: SharedFiles,
  { fail, earlier }: Extending,
): Promise<Config> {
  const extended = extendedBy(entry);
  if ('fault' in extended) return fail(extended.fault, extended.help);
  if ('preset' in extended) return extended.preset.config;

  if ('file' in extended) {
    const localFile = await file(extended.file);
    const help = 'Write the path from the root of the repository. The file must also be at the base.';

    if (localFile) return sharedConfig({ ...localFile, file: extended.file }, { origin: entry, earlier });
    return fail(`\`${entry}\` in \`extends\` was not found`, help);
  }

  if (!shared) return fail(`\`${entry}\` in \`extends\` cannot be read here`, 'Use a file of this repository.');

  const { owner, repo, path } = extended.shared;

  return sharedConfig(
    { file: `${owner}/${repo}/${path}`, text: await shared(extended.shared) },
    { origin: entry, earlier },
  );
}

function sharedConfig(
  source: Source,
  { origin, earlier }: Pick<Extending, 'earlier'> & { readonly origin: string },
): Config {
  const reader = new ConfigReader(source, sharedShape);
  const config = reader.read() as Config;
  requireCustomRules(config, reader);
  requireTimes(config, reader);
  requirePaths(config, reader);
  const customRules = customRulesOf(config.customRules ?? [], origin);
  requireCodes(config, reader, [...earlier, ...customRules]);

  return { ...config, customRules };
}

type Gate = NonNullable<Config['gate']>;

const joinedGate = (earlier: Gate, later: Gate = {}): Gate => ({
  ...earlier,
  ...later,
  ...((earlier.attention ?? later.attention) && { attention: { ...earlier.attention, ...later.attention } }),
  ...((earlier.teams ?? later.teams) && { teams: { ...earlier.teams, ...later.teams } }),
});

/** Merges configurations. Later ones override earlier ones: rules and limits one by one, everything else as a whole. */
export function mergedConfig(layers: readonly Config[]): Config {
  const rules = new Map(layers.flatMap(({ customRules = [] }) => customRules.map((rule) => [rule.id, rule] as const)));
  const lists = {
    overrides: layers.flatMap(({ overrides = [] }) => overrides),
    neverSuppress: [...new Set(layers.flatMap(({ neverSuppress = [] }) => neverSuppress))],
  };

  return {
    ...Object.assign({}, ...layers),
    ...(rules.size > 0 && { customRules: [...rules.values()] }),
    ...(layers.some((layer) => layer.rules) && { rules: Object.assign({}, ...layers.map((layer) => layer.rules)) }),
    ...(layers.some(({ gate }) => gate) && { gate: layers.reduce<Gate>((all, { gate }) => joinedGate(all, gate), {}) }),
    ...(lists.overrides.length > 0 && { overrides: lists.overrides }),
    ...(lists.neverSuppress.length > 0 && { neverSuppress: lists.neverSuppress }),
  };
}
