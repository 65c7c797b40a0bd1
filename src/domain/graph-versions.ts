import { DAY_MS } from "#lib/time";

/**
 * The days from which Meta no longer answers to the versions of its Graph API, of the newest not
 * known yet. Source: the table of versions in Meta's changelog of the Graph API.
 */
const ENDS: Record<string, string | null> = {
  "v20.0": "2026-09-24",
  "v21.0": "2027-01-21",
  "v22.0": "2027-05-20",
  "v23.0": "2027-10-08",
  "v24.0": "2028-02-18",
  "v25.0": "2028-07-29",
  "v26.0": null,
};

/**
 * The states of a version: Meta answers to it, does so for less than `WARNING_MS`, no longer does,
 * or nothing is known of it, as of one that is newer than this service.
 */
export const graphVersionStates = ["supported", "ending", "ended", "unknown"] as const;
export type GraphVersionState = (typeof graphVersionStates)[number];

const WARNING_MS = 180 * DAY_MS;

const known = Object.keys(ENDS);
const numberOf = (version: string) => Number(version.slice(1));
const isOlder = (version: string) => known.every((one) => numberOf(version) < numberOf(one));

/** Versions end in their order: the newest lives longer than the last of which an end is known. */
const lastEnd = Math.max(...Object.values(ENDS).map((end) => Date.parse(end ?? "") || 0));

/** The variables with the URL of an API of Meta's that has such a version. */
export const graphVariables = ["GRAPH_URL", "INSTAGRAM_URL"] as const;

/** The version in the URL of a Graph API, such as `https://graph.facebook.com/v26.0`. */
export function graphVersionOf(url: string, now: number) {
  const version = /\/(v\d+\.\d+)\/?$/.exec(url)?.[1] ?? null;
  const end = version && Object.hasOwn(ENDS, version) ? (ENDS[version] ?? null) : null;
  return { version, ends_at: end, state: stateOf(version, end, now) };
}

function stateOf(version: string | null, end: string | null, now: number): GraphVersionState {
  if (end !== null) {
    const left = Date.parse(end) - now;
    return left <= 0 ? "ended" : left < WARNING_MS ? "ending" : "supported";
  }
  if (version && isOlder(version)) return "ended";
  return version && known.includes(version) && now < lastEnd - WARNING_MS ? "supported" : "unknown";
}
