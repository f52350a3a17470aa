/**
 * The schedules of disruption budgets, as Karpenter reads them: in UTC, five fields or a descriptor.
 * Source: core pkg/apis/v1/nodepool.go Budget.IsActive; robfig/cron v3 parser.go ParseStandard.
 */

/** When a schedule starts: the sorted values that each field allows. If one of the day fields is `*`, a day must match both… */
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  readonly months: readonly number[];
  /** 0 is Sunday. */
  readonly daysOfWeek: readonly number[];
  /** …and if neither is `*`, a day must match one of them. These say which of the two were written as `*` or `?`. */
  readonly isAnyDayOfMonth: boolean;
  readonly isAnyDayOfWeek: boolean;
}

/** Why Karpenter refuses a schedule: the invalid part, its place in the text, and what is wrong with it. */
export interface CronError {
  readonly part: string;
  readonly start: number;
  readonly field: string | undefined;
  readonly reason: string;
}

interface FieldRange {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly names: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** The names of days that a schedule may use, starting with Sunday. */
export const cronDays: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fields: readonly FieldRange[] = [
  { name: 'minute', min: 0, max: 59, names: [] },
  { name: 'hour', min: 0, max: 23, names: [] },
  { name: 'day of month', min: 1, max: 31, names: [] },
  { name: 'month', min: 1, max: 12, names: months },
  { name: 'day of week', min: 0, max: 6, names: cronDays },
];

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** Whether a schedule was refused. */
export const isCronError = (result: Cron | CronError): result is CronError => 'reason' in result;

/** Parses a schedule, or returns why Karpenter's parser refuses it. */
export function parseCron(text: string): Cron | CronError {
  const described = text.startsWith('@') ? descriptors[text] : text;
  if (described === undefined)
    return refusal(text, 0, undefined, `is not one of ${Object.keys(descriptors).join(', ')}`);

  const zone = /^\s*(?:CRON_)?TZ=\S*/.exec(described);
  // Karpenter itself adds `TZ=UTC ` at the start, so another zone is one field too many.
  if (zone)
    return refusal(
      zone[0].trim(),
      described.indexOf(zone[0].trim()),
      undefined,
      'is not allowed, because schedules are in UTC',
    );

  const parts = [...described.matchAll(/\S+/g)];
  if (parts.length !== fields.length) {
    return refusal(described, 0, undefined, `has ${parts.length} fields instead of 5`);
  }

  const sets: number[][] = [];
  for (const [index, field] of fields.entries()) {
    const set = parseField(parts[index]![0], field);
    if ('reason' in set) return { ...set, start: set.start + parts[index]!.index };

    sets.push([...set].sort((a, b) => a - b));
  }

  // With a step, `*` is an ordinary list.
  const isAny = (index: number): boolean => /(^|,)[*?](-[^,/]*)?(\/0*1)?(,|$)/.test(parts[index]![0]);

  return {
    minutes: sets[0]!,
    hours: sets[1]!,
    daysOfMonth: sets[2]!,
    months: sets[3]!,
    daysOfWeek: sets[4]!,
    isAnyDayOfMonth: isAny(2),
    isAnyDayOfWeek: isAny(4),
  };
}

const refusal = (part: string, start: number, field: string | undefined, reason: string): CronError => ({
  part,
  start,
  field,
  reason,
});

/** Parses one field: a list of ranges. Like Karpenter's parser, it skips empty items between commas. */
function parseField(text: string, field: FieldRange): Set<number> | CronError {
  const values = new Set<number>();
  for (const item of text.matchAll(/[^,]+/g)) {
    const range = parseRange(item[0], field);
    if (typeof range === 'string') return refusal(item[0], item.index, field.name, range);
    for (let value = range.from; value <= range.to; value += range.step) values.add(value);
  }

  return values;
}

/** Parses `*`, `?`, `a` or `a-b`, each with an optional `/step`, or returns what is wrong with it. */
function parseRange(text: string, field: FieldRange): { from: number; to: number; step: number } | string {
  const [range = '', stepText, ...more] = text.split('/');
  const [low = '', high, ...rest] = range.split('-');
  if (more.length > 0) return 'has more than one `/`';

  const isAny = low === '*' || low === '?';
  if (rest.length > 0 && !isAny) return 'has more than one `-`';

  const from = isAny ? field.min : parseValue(low, field);
  const step = stepText === undefined ? 1 : parseNumber(stepText);

  const lastOf = () => {
    if (isAny) return field.max;
    if (high !== undefined) return parseValue(high, field);
    if (stepText !== undefined) return field.max;
    return from;
  };

  const to = lastOf();

  if (from === undefined || to === undefined || step === undefined) return 'is not a number or a name';
  if (from < field.min) return `starts below ${field.min}`;
  if (to > field.max) return `goes beyond ${field.max}`;
  if (from > to) return 'ends before it starts';

  if (step === 0) return 'has a step of 0';
  return { from, to, step };
}

function parseValue(text: string, field: FieldRange): number | undefined {
  const named = field.names.indexOf(text.toLowerCase());
  if (named === -1) return parseNumber(text);
  return named + field.min;
}

const parseNumber = (text: string): number | undefined => {
  if (/^\+?\d{1,9}$/.test(text)) return Number(text);
  return undefined;
};

const minute = 60_000;

/**
 * The first minute after a time (milliseconds since 1970) at which a schedule starts. Undefined if there is none within five years.
 * Source: robfig/cron v3 spec.go Next.
 */
export function nextStart(cron: Cron, after: number): number | undefined {
  const from = (Math.floor(after / minute) + 1) * minute;
  const first = new Date(from);
  const lastYear = first.getUTCFullYear() + 5;

  let day = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()));

  while (day.getUTCFullYear() <= lastYear) {
    const start = isOn(cron, day) ? startWithin(cron, day.getTime(), from) : undefined;
    if (start !== undefined) return start;

    day = nextDay(cron, day);
  }

  return undefined;
}

/** The next day, or the first one of the next month if the schedule does not name this month. */
function nextDay({ months }: Cron, day: Date): Date {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  if (months.includes(month + 1)) return new Date(Date.UTC(year, month, day.getUTCDate() + 1));
  return new Date(Date.UTC(year, month + 1, 1));
}

function isOn(cron: Cron, day: Date): boolean {
  if (!cron.months.includes(day.getUTCMonth() + 1)) return false;
  const ofMonth = cron.daysOfMonth.includes(day.getUTCDate());
  const ofWeek = cron.daysOfWeek.includes(day.getUTCDay());
  if (cron.isAnyDayOfMonth || cron.isAnyDayOfWeek) return ofMonth && ofWeek;
  return ofMonth || ofWeek;
}

function startWithin({ hours, minutes }: Cron, day: number, from: number): number | undefined {
  for (const hour of hours) {
    for (const at of minutes) {
      const start = day + (hour * 60 + at) * minute;
      if (start >= from) return start;
    }
  }

  return undefined;
}
