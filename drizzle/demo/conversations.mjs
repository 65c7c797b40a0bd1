import { normalPhone } from "../../src/domain/addresses.ts";
import { early } from "./dialogues-early.mjs";
import { engaged } from "./dialogues-engaged.mjs";
import { lost } from "./dialogues-lost.mjs";
import { qualified } from "./dialogues-qualified.mjs";
import { won } from "./dialogues-won.mjs";
import { leads } from "./leads.mjs";
import { messageRow, withContents } from "./messages.mjs";
import { rowsOf } from "./sql.mjs";
import { lastOf, talksOf } from "./talks.mjs";
import { channels, workspace } from "./workspace.mjs";

export const { talks, messages } = withContents(talksOf(won, qualified, engaged, early, lost));
const platforms = channels.map(({ platform }) => platform);
const people = rowsOf(leads);

/** The times of a lead's last inbound and outbound message, in days before the load. */
export function lastTimes(leadId) {
  const own = talks.filter(({ lead }) => lead === leadId);
  const last = (isOurs) => own.map((talk) => lastOf(talk, isOurs)).filter((at) => at !== null);
  return [last(false), last(true)].map((times) => (times.length > 0 ? Math.min(...times) : null));
}

/** The conversations. Triggers set their counts and last times. */
export const conversationRows = talks.map(({ id, lead, platform, messages }) => ({
  id,
  workspace_id: 1,
  lead_id: lead,
  platform,
  channel_id: platforms.indexOf(platform) + 1,
  created_at: messages[0].at,
  updated_at: messages[0].at,
}));

/** A lead's number in digits, or a fictional Instagram account. */
const identityOf = (lead, platform) =>
  platform === "whatsapp"
    ? { kind: "wa_id", value: normalPhone(people[lead - 1].phone, workspace.country).slice(1) }
    : { kind: "instagram_id", value: String(99_000_000_000_000 + lead) };

export const identityRows = talks.flatMap(({ lead, platform, messages }) => {
  const received = messages.filter(({ isOurs }) => !isOurs);
  const unreachable = messages.find(({ reason }) => reason === "undeliverable");
  const [first, last] = [received[0] ?? unreachable, received.at(-1) ?? unreachable];
  const times = {
    unreachable_at: unreachable?.at ?? null,
    created_at: first?.at,
    updated_at: last?.at,
  };
  return first ? [{ workspace_id: 1, ...identityOf(lead, platform), lead_id: lead, ...times }] : [];
});

/** The consents. A STOP is confirmed right after it. */
const stops = messages
  .filter(({ kind }) => kind === "confirmation")
  .map((confirmation) => {
    const { talk } = confirmation;
    const before =
      talk.messages[talk.messages.findIndex(({ kind }) => kind === "confirmation") - 1];
    const stop = messages.find((message) => message.talk === talk && message.at === before.at);
    return {
      lead: talk.lead,
      method: "keyword",
      message: stop.id,
      at: stop.at,
      confirmation: confirmation.id,
    };
  });

const byRequest = people.flatMap(({ optout, days }, index) =>
  optout && !stops.some(({ lead }) => lead === index + 1)
    ? [{ lead: index + 1, method: "api", message: null, at: days / 2 }]
    : [],
);

const consents = [...stops, ...byRequest]
  .toSorted((a, b) => b.at - a.at)
  .map((consent, index) => ({ ...consent, id: index + 1 }));

export const consentRows = consents.map(({ id, lead, method, message, at }) => ({
  id,
  workspace_id: 1,
  lead_id: lead,
  kind: "opted_out",
  method,
  message_id: message,
  at,
  created_at: at,
}));

export const messageRows = messages.map(
  messageRow(platforms, new Map(consents.map(({ confirmation, id }) => [confirmation, id]))),
);
