import { canonicalJson } from '../engine/changes/plan/canonical-object.ts';
import { settingsFor } from '../engine/karpenter/api/environment.ts';
import type { Settings } from '../engine/karpenter/api/settings.ts';
import { isObject, type Value } from '../engine/manifest/model/manifest.ts';
import { ownValue } from '../engine/text/own-value.ts';
import { configNames } from '../io/config/config-names.ts';
import { commitRange } from '../io/github/commit-range.ts';
import { fileVersions } from '../io/github/file-versions.ts';
import type { CommitStore } from '../io/sides/commit-store.ts';
import { settingsAt } from '../review/merged-review.ts';
import { PlumblineError } from '../shared/errors.ts';
import type { ReplayStep } from './replay-steps.ts';

/** The entries of plumbline.yaml for one environment at a commit: `gate.approvals` → JSON. */
type ConfigurationEntries = ReadonlyMap<string, string>;

/** Where configurations are read from. */
interface ConfigurationSource {
  readonly store: CommitStore;
  readonly environment: string;
  /** Without them, the names that plumbline looks for. */
  readonly configPaths?: readonly string[];
}

/**
 * The configuration of a commit for an environment, entry by entry, including defaults. Comments and the order of keys make
 * no difference. A configuration that cannot be read gives one entry with the reason, which differs from every other.
 */
export async function configurationAt(
  { store, environment, configPaths }: ConfigurationSource,
  commit: string,
): Promise<ConfigurationEntries> {
  try {
    return entriesOf(await settingsAt(store, commit, { over: {}, configPaths }), environment);
  } catch (error) {
    if (error instanceof PlumblineError && error.code === 'config')
      return new Map([['plumbline.yaml', JSON.stringify(error.message)]]);
    throw error;
  }
}

/** Every entry that can change a plan, a verdict, or what an apply may do. The date and the reader's time zone cannot. */
function entriesOf(settings: Settings, name: string): ConfigurationEntries {
  const { today: _, timeZone: __, environments, ...rest } = settingsFor(settings, name);
  const environment = ownValue(environments, name);
  const { own: ___, isApplied: ____, ...place } = environment ?? { own: undefined, isApplied: undefined };
  const entries = new Map<string, string>();
  addEntries(entries, [], { ...rest, [`environments.${name}`]: environment ? place : null } as unknown as Value);
  return entries;
}

function addEntries(entries: Map<string, string>, path: readonly string[], value: Value | undefined): void {
  if (value === undefined) return;
  if (isObject(value) && Object.keys(value).length > 0)
    for (const [key, inner] of Object.entries(value)) addEntries(entries, [...path, key], inner);
  else entries.set(path.join('.'), canonicalJson(value));
}

/** The differences between two configurations, entry by entry, ordered by name. */
export function configurationSteps(before: ConfigurationEntries, after: ConfigurationEntries): ReplayStep[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .sort()
    .map((key) => ({
      key: `plumbline.yaml ${key}`,
      name: `\`${key}\` in plumbline.yaml`,
      before: before.get(key) ?? null,
      after: after.get(key) ?? null,
    }));
}

/** More than a pull request usually sees: versions of the configuration, and commits on its base branch. */
const limits = { versions: 20, commits: 2_500 };

/**
 * Commits with every version of the configuration between two commits of a branch: both of them, and one commit for each other
 * version in between. Undefined if there are too many to check.
 */
export async function configurationCommits(
  { store: { github, repository }, configPaths = configNames }: Pick<ConfigurationSource, 'store' | 'configPaths'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly string[] | undefined> {
  const { isAhead, total, commits } = await commitRange(github, repository, `${from}...${to}`, limits.commits);
  if (!isAhead || total > limits.commits) return undefined;

  const all = [...new Set([from, to, ...commits.map(({ sha }) => sha)])];
  const versions = await fileVersions(github, repository, { commits: all, paths: configPaths });
  const byVersion = new Map(all.toReversed().map((sha) => [versions.get(sha)!, sha]));
  if (byVersion.size > limits.versions) return undefined;
  return [...byVersion.values()];
}
