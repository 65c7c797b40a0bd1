import type { MessageType, ReportedStatus } from "../../../domain/messaging";
import { type Members, payloadOf, textOf } from "./untrusted";

// What a webhook tells, whichever platform it came from. Times are milliseconds since 1970.

/** Who wrote, by what the platform knows of them. At least one of the ids is there. */
export type Sender = {
  /** Digits, without `+`. */
  waId?: string;
  /** WhatsApp's business-scoped id of a user, `US.1234`. */
  bsuid?: string;
  instagramId?: string;
  /** Known by the lead's own id. */
  leadId?: number;
  name?: string;
  username?: string;
};

export type InboundMessage = {
  /** wamid, mid. */
  externalId: string;
  at: number;
  from: Sender;
  type: MessageType;
  /** What was written: text, caption, or the title of what was tapped. */
  text: string | null;
  /** What the platform tells beside it. */
  payload: Record<string, unknown>;
  /** What stands behind a button that was tapped. */
  tapped?: string;
  /** The sender has deleted it: what was stored of it is forgotten. */
  isDeleted?: true;
  /** The number, in digits, that the sender has taken instead of the one in `from`. */
  movesTo?: string;
};

/** `messageId` is ours, where the provider echoes it. `error` comes with `failed`, where the provider says why. */
export type Report = {
  externalId: string;
  status: ReportedStatus;
  at: number;
  messageId?: number;
  error?: { code: number | null; detail: string };
};

/** A lead's wish about marketing messages, set in the platform's own settings. */
export type Preference = { from: Sender; at: number | null; wants: boolean };

/** What one webhook tells about one account of the platform (phone number id, Instagram account id), in its order. */
export type Facts = {
  accountId: string;
  messages: InboundMessage[];
  reports: Report[];
  preferences: Preference[];
};

/** Facts of a whole body, one for each account of which it tells anything, and how many of its parts told nothing that can be kept. */
export type Reading = { facts: Facts[]; skipped: number };

/** What one part of a body tells. Without facts it was passed over on purpose; a part that can't be read is undefined. */
export type Finding = { accountId: string } & Partial<Omit<Facts, "accountId">>;

/** What a message says, whoever wrote it. */
export type Content = Pick<InboundMessage, "type" | "text" | "payload" | "tapped">;

/** As long as the longest payload that a button can have. */
const MAX_TAPPED_CHARACTERS = 1_000;

/** In place of a message that its sender has deleted, also where it comes before the message. */
export const deleted = (externalId: string, at: number, from: Sender): InboundMessage => ({
  externalId,
  at,
  from,
  // As the platform's own notices, it opens no window.
  type: "system",
  text: null,
  payload: { deleted: true },
  isDeleted: true,
});

/** What a message says, in the bounds of what is stored. */
export function said(
  type: MessageType,
  text: unknown,
  payload: Members,
  tapped?: unknown,
): Content {
  const behind = textOf(tapped, MAX_TAPPED_CHARACTERS);
  return {
    type,
    text: textOf(text) ?? null,
    payload: payloadOf(payload),
    ...(behind !== undefined && { tapped: behind }),
  };
}

/** Puts what was found together by account, in its order. */
export function gather(findings: (Finding | undefined)[]): Reading {
  const accounts = new Map<string, Facts>();
  for (const finding of findings) {
    if (!finding || !tellsAnything(finding)) continue;
    const facts = accounts.get(finding.accountId) ?? noneOf(finding.accountId);
    accounts.set(finding.accountId, facts);
    facts.messages.push(...(finding.messages ?? []));
    facts.reports.push(...(finding.reports ?? []));
    facts.preferences.push(...(finding.preferences ?? []));
  }
  return { facts: [...accounts.values()], skipped: findings.filter((finding) => !finding).length };
}

const tellsAnything = (finding: Finding) => Object.keys(finding).length > 1;

const noneOf = (accountId: string): Facts => ({
  accountId,
  messages: [],
  reports: [],
  preferences: [],
});
