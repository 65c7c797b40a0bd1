import type { Bindings, Scope } from "#env";
import type {
  AccountProfile,
  ClaimedProfile,
  ProfileChannel,
  ProfileOutcome,
} from "#features/leads/account-profiles";
import { askMeta } from "#features/messaging/channels/ask-meta";
import { openCredentials } from "#features/messaging/channels/credentials";
import { nameParts } from "#features/messaging/inbound/names";
import { lineOf, type Members } from "#features/messaging/inbound/untrusted";
import { apiOf } from "#features/messaging/outbound/providers/all";
import { describeError, log } from "#lib/log";

const FLAGS = ["is_verified_user", "is_user_follow_business", "is_business_follow_user"] as const;

const FIELDS = ["name", "username", "follower_count", ...FLAGS].join(",");

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

function profileOf(body: Members): AccountProfile {
  const { follower_count: count } = body;
  const flags = FLAGS.map((name) => [name, typeof body[name] === "boolean" ? body[name] : null]);
  return {
    follower_count: isCount(count) ? Number(count) : null,
    ...(Object.fromEntries(flags) as Record<(typeof FLAGS)[number], boolean | null>),
  };
}

/** Asks the platform for the profile of a claimed account. Never throws. */
export async function fetchProfile(
  env: Bindings,
  { workspaceId }: Scope,
  claimed: ClaimedProfile,
): Promise<ProfileOutcome> {
  try {
    const body = await ask(env, claimed);
    if (!body) return { claimed, found: null };
    const names = nameParts(lineOf(body.name) ?? "");
    return {
      claimed,
      found: { profile: profileOf(body), names, username: lineOf(body.username) },
    };
  } catch (error) {
    const { channelId } = claimed;
    log("warn", "profile not fetched", {
      ...{ workspace_id: workspaceId, channel_id: channelId, ...describeError(error) },
    });
    return { claimed, found: null };
  }
}

/** The answer, undefined where there is none. The reason may name the person: it is not logged. */
async function ask(env: Bindings, { channelId, channel: json, value }: ClaimedProfile) {
  const channel: ProfileChannel | null = json === null ? null : JSON.parse(json);
  const urlOf = channel && apiOf(channel.provider)?.profileUrl;
  if (!urlOf || channelId === null || channel.credentials === null) return undefined;
  const keys = [env.APP_KEY, env.APP_KEY_BEFORE];
  const credentials = await openCredentials(keys, channelId, channel.credentials);
  const url = `${urlOf(channel.login, value, env)}?fields=${FIELDS}`;
  const answer = await askMeta(env, url, credentials);
  return answer.kind === "body" ? answer.body : undefined;
}
