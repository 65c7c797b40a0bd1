import { batch } from "#db/batch";
import { wakeWorkers } from "#domain/wake/objects";
import type { Bindings } from "#env";
import {
  claimProfile,
  commitProfile,
  nextProfile,
  type ProfileOutcome,
} from "#features/leads/account-profiles";
import { SECOND_MS } from "#lib/time";
import { scopeOf } from "./claim";
import { fetchProfile } from "./profile";

/** A claim expires this long after it: its worker must be dead. */
const LEASE_MS = 120_000;
/** An alarm may make 1,000 requests, and D1 may count each statement. The next alarm continues. */
const PROFILES_PER_ALARM = 60;
/** The time between two requests of a channel. */
const PAUSE_MS = SECOND_MS;

const waitUntil = (time: number) =>
  new Promise((done) => setTimeout(done, Math.max(0, time - Date.now())));

/**
 * Fetches the due profiles of a workspace's accounts, one after the other, until a time. A channel
 * makes at most one request in a second. Returns when the next one is due.
 */
export async function fetchProfiles(
  env: Bindings,
  workspaceId: number,
  end: number,
  lastAsked: Map<number, number>,
): Promise<number | null> {
  let outcome: ProfileOutcome | null = null;
  for (let left = PROFILES_PER_ALARM; ; left--) {
    const scope = await scopeOf(env, workspaceId);
    const now = Date.now();
    const mayClaim = left > 0 && now < end;
    const { claimed, next } = await batch(scope, {
      ...(outcome && { outcome: commitProfile(scope, outcome, now) }),
      claimed: mayClaim ? claimProfile(scope, now, now + LEASE_MS) : undefined,
      next: nextProfile(scope),
    });
    await wakeWorkers(env, scope, { ...scope.sink.drain(), media: false });
    const [profile] = claimed ?? [];
    if (!profile) return next[0]?.at ?? null;
    const channelId = profile.channelId ?? 0;
    await waitUntil((lastAsked.get(channelId) ?? 0) + PAUSE_MS);
    lastAsked.set(channelId, Date.now());
    outcome = await fetchProfile(env, scope, profile);
  }
}
