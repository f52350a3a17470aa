/** The day of a time in UTC, as reviews count days: `2026-11-23`. */
export const today = (now: Date = new Date()): string => now.toISOString().slice(0, 10);
