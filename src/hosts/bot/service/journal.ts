import { jsonText } from '../../../engine/text/words/log-text.ts';

/** Levels by name, the most severe last, with pino's numbers. */
export const levels = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: 100 } as const;
export type Level = keyof typeof levels;
type Log = (first: unknown, message?: unknown) => void;

/** A log with one JSON object per line. It has the methods that Probot calls. */
export interface Journal extends Readonly<Record<Exclude<Level, 'silent'>, Log>> {
  readonly level: Level;
  child(fields: Readonly<Record<string, unknown>>): Journal;
}

interface JournalOptions {
  readonly level: Level;
  readonly write: (line: string) => void;
  /** Values that are never written, whatever they look like. */
  readonly secrets?: readonly string[];
  readonly now?: () => Date;
}

/** Opens a journal. Whatever looks like a token, a key or a password is replaced, at every level. */
export function openJournal(options: JournalOptions, fields: Readonly<Record<string, unknown>> = {}): Journal {
  const { level: least, write, now = () => new Date() } = options;

  const at =
    (level: Exclude<Level, 'silent'>): Log =>
    (first, message) => {
      if (levels[level] < levels[least]) return;
      const entry = { time: now().toISOString(), level, ...fields, ...entryOf(first, message) };
      write(`${redact(jsonText(entry), options.secrets)}\n`);
    };

  return {
    level: least,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    child: (more) => openJournal(options, { ...fields, ...more }),
  };
}

function entryOf(first: unknown, message: unknown): Readonly<Record<string, unknown>> {
  if (first instanceof Error) return { msg: message ?? first.message, error: errorFields(first) };
  if (typeof first !== 'object' || first === null) return { msg: first };

  const { err, event, ...rest } = first as Record<string, unknown>;

  return {
    ...rest,
    ...(message !== undefined && { msg: message }),
    ...(err instanceof Error && { error: errorFields(err) }),
    // Only the event's name is logged: a whole event contains texts of a pull request and more.
    ...(event ? { event: typeof event === 'string' ? event : (event as { name?: unknown }).name } : {}),
  };
}

const errorFields = ({ name, message, stack }: Error): Readonly<Record<string, unknown>> => ({ name, message, stack });

const secretShapes: readonly RegExp[] = [
  /\bgh[a-z]_[A-Za-z0-9_]{10,}/g,
  /\bgithub_pat_\w+/g,
  // A JSON web token, as the app signs them.
  /\beyJ[\w-]{5,}\.[\w-]+\.[\w-]+/g,
  /-----BEGIN[^-]+-----[\s\S]*?-----END[^-]+-----/g,
  /\b(?<=(?:bearer|token) )[\w.~+/=-]{10,}/gi,
  /(?<=:\/\/[^\s/@"]{0,200}:)[^\s/@"]+(?=@)/g,
];

/** Replaces the given secrets, and whatever looks like a secret. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets)
    if (secret.length > 3) clean = clean.replaceAll(JSON.stringify(secret).slice(1, -1), '***');
  for (const shape of secretShapes) clean = clean.replace(shape, '***');
  return clean;
}
