import type { Settings } from '../engine/karpenter/api/settings.ts';
import type { Source } from '../engine/text/source.ts';
import { parseConfig } from '../io/config/config.ts';
import { extendedConfigs, type SharedFiles } from '../io/config/extended-config.ts';
import { mergeSettings } from '../io/config/merge-settings.ts';
import { isConfigFault, PlumblineError } from '../shared/errors.ts';
import type { Configuration } from './configuration.ts';
import type { HostRules } from './host-rules.ts';
import type { Note } from './note.ts';
import { type ReadFiles, singleFile } from './read-files.ts';
import { ruleChanges } from './rule-changes.ts';

/** Settings that the invocation gives in addition to the configuration. */
export interface Invocation {
  /** Overrides the configuration, except `set` and `ignore`, which add to it. */
  readonly over: Partial<Settings>;
  /** Used where the configuration sets nothing. */
  readonly fallback?: Partial<Settings>;
}

/** Whose rules decide about the settings, and where notes about them go. */
interface SettingsContext {
  readonly rules: Pick<HostRules, 'brokenConfiguration' | 'proposedConfiguration' | 'failOn'>;
  readonly onNote: (note: Note) => void;
}

/**
 * The settings of a review: the configuration at the base, overridden by the invocation. A change of the configuration takes
 * effect once it is merged, but a mistake in it is reported now. Throws PlumblineError('config').
 */
export async function settingsAtBase(
  configuration: Configuration,
  { over, fallback }: Invocation,
  context: SettingsContext,
): Promise<Settings> {
  const { rules, onNote } = context;
  const current = await attempt(configuration.current, rules.brokenConfiguration === 'fails');
  if (!current.source && current.fault === undefined && configuration.named !== undefined)
    onNote({ about: 'no configuration', path: configuration.named });

  const { config, error } = current.source
    ? await parsed(current.source, sharedFiles(configuration.files, configuration))
    : { config: {} };
  const fault = error?.message ?? current.fault;
  const isFatal = error !== undefined && rules.brokenConfiguration === 'fails';
  if (fault !== undefined && !isFatal) onNote({ about: 'broken configuration', at: 'base', fault });
  if (rules.proposedConfiguration === 'reported' && configuration.proposed)
    await reportProposed(configuration, { current, config }, onNote);
  // Reported before this error, so that whoever fixes the configuration knows that the fix takes effect once it is merged.
  if (isFatal) throw error;

  const failOn = failOnOf(config, over, context);

  return mergeSettings(
    { ...fallback, ...config },
    {
      ...over,
      set: { ...config.set, ...over.set },
      ...(over.ignore && { ignore: [...(config.ignore ?? []), ...over.ignore] }),
      ...(failOn !== undefined && { failOn }),
    },
  );
}

/** A configuration, or why it cannot be read. */
interface Attempt {
  readonly source?: Source | undefined;
  readonly fault?: string;
}

async function attempt(read: () => Promise<Source | undefined>, mayFail: boolean): Promise<Attempt> {
  try {
    return { source: await read() };
  } catch (error) {
    if (mayFail || !isConfigFault(error)) throw error;
    return { fault: error.message };
  }
}

const sharedFiles = (files: ReadFiles, { shared }: Pick<Configuration, 'shared'>): SharedFiles => ({
  file: singleFile(files),
  shared,
});

/** The settings of a configuration, or what is wrong with it. */
async function parsed(
  source: Source,
  files: SharedFiles,
): Promise<{ readonly config: Partial<Settings>; readonly error?: PlumblineError }> {
  try {
    const config = parseConfig(source, await extendedConfigs(source, files));
    // mergeSettings checks the versions.
    mergeSettings(config);
    return { config };
  } catch (error) {
    if (!isConfigFault(error)) throw error;
    return { config: {}, error };
  }
}

/** Reports that the change's own configuration takes effect later, and what is wrong with it. */
async function reportProposed(
  { proposed: readProposed, proposedFiles: files, shared }: Configuration,
  { current, config }: { readonly current: Attempt; readonly config: Partial<Settings> },
  onNote: (note: Note) => void,
): Promise<void> {
  if (readProposed === undefined) return;

  const proposed = await attempt(readProposed, false);

  const noteFault = (text: string | undefined): void => {
    if (text !== undefined && text !== current.fault)
      onNote({ about: 'broken configuration', at: 'head', fault: text });
  };

  noteFault(proposed.fault);
  if (!proposed.source) return;

  const isSame = proposed.source.text === current.source?.text;
  if (!isSame)
    onNote({ about: 'proposed configuration', file: proposed.source.file, hasCurrent: current.source !== undefined });
  // The same text can still have other rules: those of a file that it refers to, and that the change edits.
  if (isSame && config.customRules === undefined && !/\bextends\b/.test(proposed.source.text)) return;

  const references = knownReferences(shared, current.source?.text ?? '');
  const next = await parsed(proposed.source, sharedFiles(files ?? (async () => []), references));
  // What it would change is unknown until it is merged.
  if (references.isRefused()) return;

  noteFault(next.error?.message);
  const changes = next.error ? [] : ruleChanges(config, next.config);
  if (changes.length > 0) onNote({ about: 'proposed rules', changes });
}

const strictness: readonly Settings['failOn'][] = ['never', 'error', 'warning', 'note'];

/** The stricter `failOn` if a host may only tighten it. If the configuration sets none, the invocation decides. */
function failOnOf(
  { failOn: configured }: Partial<Settings>,
  { failOn: wanted }: Partial<Settings>,
  { rules, onNote }: SettingsContext,
): Settings['failOn'] | undefined {
  if (configured === undefined || wanted === undefined) return wanted ?? configured;
  if (rules.failOn === 'set' || strictness.indexOf(wanted) >= strictness.indexOf(configured)) return wanted;
  onNote({ about: 'weaker failOn', wanted, current: configured });

  return configured;
}

/**
 * Reads files of other repositories only if the configuration at the base names them, too. Anybody can propose a configuration, and what it names is
 * read with the rights of this host, which may cover private repositories.
 */
function knownReferences(
  shared: SharedFiles['shared'],
  current: string,
): Pick<Configuration, 'shared'> & { isRefused(): boolean } {
  if (shared === undefined) return { shared, isRefused: () => false };

  let isRefused = false;

  const read: SharedFiles['shared'] = async (reference) => {
    if (current.includes(reference.text)) return shared(reference);
    isRefused = true;
    throw new PlumblineError('config', `\`${reference.text}\` is read once the configuration is merged`);
  };

  return { shared: read, isRefused: () => isRefused };
}
