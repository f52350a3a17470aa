import { type Cron, nextStart } from '../cron.ts';

/** A period in milliseconds since 1970. `end` is exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** When a budget applies: its schedule, and the duration after each start. */
export interface ScheduledBudget {
  readonly cron: Cron;
  readonly durationMs: number;
}

/** The highest number of starts in the given period. Schedules with more are not evaluated. */
const maxStarts = 20_000;

/**
 * The periods between two times in which any of the budgets applies, merged and in order. Undefined if they start too often. A window that
 * opened earlier is included with its start. Source: core pkg/apis/v1/nodepool.go Budget.IsActive.
 */
export function openWindows(budgets: readonly ScheduledBudget[], { start, end }: Window): Window[] | undefined {
  const windows: Window[] = [];
  for (const { cron, durationMs } of budgets) {
    let at = nextStart(cron, start - durationMs);
    for (let starts = 0; at !== undefined && at < end; starts++) {
      if (starts > maxStarts) return undefined;

      windows.push({ start: at, end: at + durationMs });
      at = nextStart(cron, at);
    }
  }

  windows.sort((a, b) => a.start - b.start || a.end - b.end);
  const merged: Window[] = [];
  for (const window of windows) {
    const last = merged.at(-1);
    if (last && window.start <= last.end)
      merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, window.end) };
    else merged.push(window);
  }

  return merged;
}

/** The gaps between windows in a period, in order. */
export function gapsBetween(windows: readonly Window[], { start, end }: Window): Window[] {
  const gaps: Window[] = [];
  let at = start;
  for (const window of windows) {
    if (window.start > at) gaps.push({ start: at, end: Math.min(window.start, end) });
    at = Math.max(at, window.end);
  }

  if (at < end) return [...gaps, { start: at, end }];
  return gaps;
}
