/** UTC, ISO 8601 with milliseconds. */
export const iso = (ms: number) => new Date(ms).toISOString();

export const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms));

export const DAY_MS = 86_400_000;
