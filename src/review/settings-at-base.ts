import type { Settings } from '../engine/api/settings.ts';
import type { Source } from '../engine/source.ts';
import { PlumblineError } from '../errors.ts';
import { parseConfig } from '../io/config/config.ts';
import { mergeSettings } from '../io/config/merge-settings.ts';
import type { Configuration } from './configuration.ts';
import type { HostRules } from './host-rules.ts';
import type { Note } from './note.ts';

/** What the invocation says beside the configuration. */
export interface Invocation {
  /** Wins over the configuration; `set` and `ignore` add to it. */
  readonly over: Partial<Settings>;
  /** Holds where the configuration says nothing. */
  readonly fallback?: Partial<Settings>;
}

/** Whose rules decide about the settings, and who is told what is wrong or not in effect. */
export interface SettingsContext {
  readonly rules: Pick<HostRules, 'brokenConfiguration' | 'comingConfiguration' | 'failOn'>;
  readonly tell: (note: Note) => void;
}

/**
 * The settings of a review: the configuration at the base with what the invocation says. What the change does to its own
 * configuration takes effect once it is merged, and a mistake in it is told now. Throws PlumblineError('config').
 */
export async function settingsAtBase(
  configuration: Configuration,
  { over, fallback }: Invocation,
  context: SettingsContext,
): Promise<Settings> {
  const { rules, tell } = context;
  const holding = await attempt(configuration.holding, rules.brokenConfiguration === 'fails');
  if (!holding.source && holding.fault === undefined && configuration.named !== undefined)
    tell({ about: 'no configuration', path: configuration.named });
  const { config, error } = holding.source ? parsed(holding.source) : { config: {} };
  const fault = error?.message ?? holding.fault;
  const isFatal = error !== undefined && rules.brokenConfiguration === 'fails';
  if (fault !== undefined && !isFatal) tell({ about: 'broken configuration', at: 'base', fault });
  if (rules.comingConfiguration === 'announced' && configuration.coming)
    await announce(configuration.coming, holding, tell);
  // Announced before: whoever fixes the configuration learns that the fix takes effect once it is merged.
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

const isConfigFault = (error: unknown): error is PlumblineError =>
  error instanceof PlumblineError && error.code === 'config';

/** What a configuration says, or what is wrong with it. */
function parsed(source: Source): { readonly config: Partial<Settings>; readonly error?: PlumblineError } {
  try {
    const config = parseConfig(source);
    // Versions are looked at when they are merged.
    mergeSettings(config);
    return { config };
  } catch (error) {
    if (!isConfigFault(error)) throw error;
    return { config: {}, error };
  }
}

/** Says that another configuration takes effect later, and what is wrong with it. */
async function announce(
  read: NonNullable<Configuration['coming']>,
  holding: Attempt,
  tell: (note: Note) => void,
): Promise<void> {
  const coming = await attempt(read, false);
  const fault = (text: string | undefined): void => {
    if (text !== undefined && text !== holding.fault) tell({ about: 'broken configuration', at: 'head', fault: text });
  };
  fault(coming.fault);
  if (!coming.source || coming.source.text === holding.source?.text) return;
  tell({ about: 'coming configuration', file: coming.source.file, hasHolding: holding.source !== undefined });
  fault(parsed(coming.source).error?.message);
}

const strictness: readonly Settings['failOn'][] = ['never', 'error', 'warning', 'note'];

/** The stricter `failOn` where a host may only tighten it. Where the configuration says nothing, the invocation decides alone. */
function failOnOf(
  { failOn: configured }: Partial<Settings>,
  { failOn: wanted }: Partial<Settings>,
  { rules, tell }: SettingsContext,
): Settings['failOn'] | undefined {
  if (configured === undefined || wanted === undefined) return wanted ?? configured;
  if (rules.failOn === 'set' || strictness.indexOf(wanted) >= strictness.indexOf(configured)) return wanted;
  tell({ about: 'weaker failOn', wanted, holding: configured });
  return configured;
}
