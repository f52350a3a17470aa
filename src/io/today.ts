/** The date of a time in UTC, such as `2026-11-23`. */
export const today = (now: Date = new Date()): string => now.toISOString().slice(0, 10);
