import {
  type ClusterFigures,
  type OutcomeRecord,
  type PredictionRecord,
  reasons,
  type ScorecardRecord,
} from './record.ts';

/** Limits of a file of records. Anybody who can write to the repository can write it, so it is read as foreign input. */
export const limits = { bytes: 1024 * 1024, records: 2_000, lineLength: 16_384, names: 200 } as const;

/** Records that were read, and the number of lines that are not records. */
interface ReadRecords {
  readonly records: readonly ScorecardRecord[];
  readonly unreadable: number;
}

/** Reads JSON lines. Lines that are not exactly a record are counted and left out. Of too many lines, the last ones count. */
export function readRecords(text: string): ReadRecords {
  const lines = text
    .slice(-limits.bytes)
    .split('\n')
    .filter((line) => line.trim() !== '');

  const read = lines.slice(-limits.records).map(recordOf);
  const records = read.flatMap((record) => record ?? []);

  return { records, unreadable: read.length - records.length };
}

/** The line of a record, with its end. */
export const recordLine = (record: ScorecardRecord): string => `${JSON.stringify(record)}\n`;

/** The text with more records. The oldest lines go if there are too many. */
export function withRecords(text: string, added: readonly ScorecardRecord[]): string {
  const lines = [
    ...text.split('\n').filter((line) => line.trim() !== ''),
    ...added.map((record) => recordLine(record).trimEnd()),
  ];

  let kept = lines.slice(-limits.records);
  while (kept.length > 1 && kept.reduce((sum, line) => sum + line.length + 1, 0) > limits.bytes)
    kept = kept.slice(Math.ceil(kept.length / 10));

  return kept.map((line) => `${line}\n`).join('');
}

type Fields = Readonly<Record<string, unknown>>;

function recordOf(line: string): ScorecardRecord | undefined {
  if (line.length > limits.lineLength) return undefined;
  try {
    const fields = objectOf(JSON.parse(line) as unknown);
    if (fields.kind === 'prediction') return predictionOf(fields);
    return outcomeOf(fields);
  } catch {
    return undefined;
  }
}

/** Thrown and caught in this file only. */
class NotARecord extends Error {}

const predictionOf = (fields: Fields): PredictionRecord => ({
  kind: 'prediction',
  ...about(fields),
  figures: figuresOf(fields.figures),
  nodes: { low: count(objectOf(fields.nodes).low), high: count(objectOf(fields.nodes).high) },
  replicas: countsOrNull(fields.replicas),
  running: countsOrNull(fields.running),
  restarted: countsOrNull(fields.restarted),
});

function outcomeOf(fields: Fields): OutcomeRecord {
  if (fields.kind !== 'outcome' || !Array.isArray(fields.reasons)) throw new NotARecord();
  const texts: readonly unknown[] = fields.reasons;

  return {
    kind: 'outcome',
    ...about(fields),
    figures: figuresOf(fields.figures),
    restarted: countsOrNull(fields.restarted),
    reasons: reasons.filter((reason) => texts.includes(reason)),
  };
}

const about = ({ environment, commit, at }: Fields): Pick<PredictionRecord, 'environment' | 'commit' | 'at'> => ({
  environment: text(environment, /^[^\p{C}]{1,100}$/u),
  commit: text(commit, /^[0-9a-f]{40}([0-9a-f]{24})?$/),
  at: text(at, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/),
});

function figuresOf(value: unknown): ClusterFigures {
  const { nodes, hourlyUsd, types } = objectOf(value);
  return {
    nodes: count(nodes),
    hourlyUsd: hourlyUsd === null ? null : amount(hourlyUsd),
    types: counts(types),
  };
}

function objectOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new NotARecord();
  return value as Fields;
}

function text(value: unknown, pattern: RegExp): string {
  if (typeof value !== 'string' || !pattern.test(value)) throw new NotARecord();
  return value;
}

function amount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || value > 1e9) throw new NotARecord();
  return value;
}

function count(value: unknown): number {
  const number = amount(value);
  if (!Number.isInteger(number)) throw new NotARecord();
  return number;
}

const countsOrNull = (value: unknown): Readonly<Record<string, number>> | null => {
  if (value === null) return null;
  return counts(value);
};

function counts(value: unknown): Readonly<Record<string, number>> {
  const entries = Object.entries(objectOf(value));
  if (entries.length > limits.names) throw new NotARecord();
  return Object.fromEntries(entries.map(([name, of]) => [text(name, /^[^\p{C}]{1,300}$/u), count(of)]));
}
