import { type Cron, nextStart } from './cron.ts';

/** A stretch of time in milliseconds since 1970; `end` is exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

/** When a budget counts: its schedule, and how long after each start. */
export interface ScheduledBudget {
  readonly cron: Cron;
  readonly durationMs: number;
}

/** Schedules that start more often than this within the time asked for are not followed. */
const maxStarts = 20_000;

/**
 * When any of some budgets counts between two moments, merged and in order; undefined where they start too often to be followed.
 * A window that opened before is there with its start. Source: core pkg/apis/v1/nodepool.go Budget.IsActive.
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

/** What lies between windows within a stretch of time, in order. */
export function gapsBetween(windows: readonly Window[], { start, end }: Window): Window[] {
  const gaps: Window[] = [];
  let at = start;
  for (const window of windows) {
    if (window.start > at) gaps.push({ start: at, end: Math.min(window.start, end) });
    at = Math.max(at, window.end);
  }
  return at < end ? [...gaps, { start: at, end }] : gaps;
}
