import { parseDuration } from '../../karpenter/api/duration.ts';
import type { Value } from '../../manifest/model/manifest.ts';
import { textIf } from '../../text/words/text-if.ts';

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * `Mon–Fri 08–18 UTC` for `0 8 * * mon-fri` and `10h`, `from Fri 18:00 UTC for 60h` for `0 18 * * fri` and `60h`. Other
 * schedules are quoted as they are: `at "0 8 1 * *" UTC for 10h`. Source: core pkg/apis/v1/nodepool.go,
 * Budget.IsActive: schedules are in UTC.
 */
export function scheduleInWords(schedule: Value, duration: Value | undefined): string {
  const text = typeof schedule === 'string' ? schedule.trim() : JSON.stringify(schedule);
  const written = `at "${text}" UTC${textIf(duration !== undefined, ` for ${String(duration)}`)}`;
  const nanoseconds = typeof duration === 'string' ? parseDuration(duration) : undefined;
  const seconds = nanoseconds === undefined ? undefined : Number(nanoseconds / 1_000_000_000n);
  const parts = /^(\d{1,2}) (\d{1,2}) \* \* (\S+)$/.exec(fieldsOf(text));
  if (parts === null || seconds === undefined || seconds % 60 !== 0) return written;

  const [, minute, hour, weekdays] = parts as unknown as [string, string, string, string];
  const on = weekdaysInWords(weekdays);
  const start = Number(hour) * 60 + Number(minute);
  const end = start + seconds / 60;
  if (on === undefined || start >= dayMinutes) return written;
  if (end > 2 * dayMinutes) {
    if (on === 'daily') return written;
    return `from ${on} ${clock(start, false)} UTC for ${String(duration)}`;
  }
  if (seconds === dayMinutes * 60) {
    if (start === 0) return `${on} UTC`;
    return written;
  }

  return `${on} ${clockText(start, end)} UTC`;
}

const dayMinutes = 24 * 60;

/** A schedule with its five fields. */
const fieldsOf = (text: string): string => {
  const named: Readonly<Record<string, string>> = {
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@weekly': '0 0 * * 0',
  };
  return (named[text] ?? text).split(/\s+/).join(' ');
};

/** `Mon–Fri`, `Sat, Sun`, `daily`; undefined if it is not understood. */
function weekdaysInWords(field: string): string | undefined {
  if (field === '*') return 'daily';
  const parts = field.split(',').map((part) => {
    const ends = part.split('-').map(dayOf);
    if (ends.length > 2 || ends.includes(undefined)) return undefined;
    return ends.join('–');
  });
  if (parts.includes(undefined)) return undefined;
  return parts.join(', ');
}

/** `Mon` of `1`, `mon` or `MON`. */
function dayOf(text: string): string | undefined {
  if (/^[0-7]$/.test(text)) return days[Number(text) % 7];
  return days.find((day) => day.toLowerCase() === text.toLowerCase());
}

/** `08–18`, or `08:30–18:00` if one of them is not a full hour. */
function clockText(start: number, end: number): string {
  const isFull = start % 60 === 0 && end % 60 === 0;
  return `${clock(start, isFull)}–${clock(end, isFull)}${textIf(end > dayMinutes, ' (the next day)')}`;
}

/** `08`, or `08:00` if it is not to be shortened. */
function clock(minutes: number, isShort: boolean): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const within = minutes > dayMinutes ? minutes - dayMinutes : minutes;
  const hour = two(Math.floor(within / 60));

  if (isShort) return hour;
  return `${hour}:${two(within % 60)}`;
}
