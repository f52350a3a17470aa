import type { Window } from '../../karpenter/api/disruption/budget-windows.ts';
import { textIf } from '../../text/words/text-if.ts';

/** A period in UTC and, if a time zone is set, also in that zone: `Mon 4 Jan 09:00 to 17:00 UTC (10:00 to 18:00 Europe/Berlin)`. */
export function stretchText(stretch: Window, timeZone: string | undefined): string {
  const utc = `${inZone(stretch, 'UTC')} UTC`;
  if (timeZone === undefined || timeZone === 'UTC') return utc;
  return `${utc} (${inZone(stretch, timeZone)} ${timeZone})`;
}

function inZone({ start, end }: Window, zone: string): string {
  const [from, to] = [partsOf(start, zone), partsOf(end, zone)];
  return `${from.day} ${from.time} to ${textIf(from.day !== to.day, `${to.day} `)}${to.time}`;
}

function partsOf(at: number, timeZone: string): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';

  return { day: `${of('weekday')} ${of('day')} ${of('month')}`, time: `${of('hour')}:${of('minute')}` };
}
