import { eq, sql } from "drizzle-orm";
import { batch, readBatch, unscopedBatch } from "#db/batch";
import { analyses, analysisUsage } from "#db/schema/analysis";
import { messages } from "#db/schema/messages";
import { within } from "#db/scope/scope";
import { beginReading, claimNext, isClaimable } from "#db/statements/analyses";
import { limitOf, reachedStatements } from "#db/writes/quotas";
import type { MessageType } from "#domain/messaging";
import type { Scope } from "#env";
import { settingsOf } from "#features/access/settings/defaults";
import { searchedText } from "#features/messaging/messages/search/searched-text";
import type { Analyst, Transcript } from "../analyst";
import { commitStatements } from "./commit";
import type { Claimed, Outcome } from "./outcome";

/** The scope that the worker of a workspace acts on. */
export { scopeOf } from "#db/scope/scope";

const MAX_MESSAGES = 400;
/** The most bytes of their texts, which no model reads at once. The newest is read in any case. */
const MAX_TEXT_BYTES = 2_000_000;

/** `nextAt` is when the next analysis is due. */
export type Batch = { claimed: Claimed | undefined; nextAt: number | null };

type AnalysisRow = Pick<
  Claimed,
  "id" | "conversationId" | "leadId" | "cause" | "attempt" | "analysedAs"
> & { isOptout: number; settings: string };

type MessageRow = {
  id: number;
  direction: string;
  type: MessageType;
  text: string | null;
  template: string | null;
  /** JSON of the cards below the text. */
  cards: string | null;
  /** JSON of the verified answers of a form. */
  answers: string | null;
  at: number;
};

/**
 * Commits the outcome of an analysis and claims the next due one, in one round trip. The claim
 * expires after `leaseMs`; with null, nothing is claimed.
 */
export async function claimBatch(
  scope: Scope,
  outcome: Outcome | null,
  leaseMs: number | null,
): Promise<Batch> {
  const now = Date.now();
  const claimToken = crypto.randomUUID();
  const { analysis, transcript, waiting } = await batch(scope, {
    ...(outcome && commitStatements(scope, outcome, now)),
    claim: leaseMs === null ? undefined : claimNext(scope, claimToken, now, now + leaseMs),
    analysis: claimedAnalysis(scope, claimToken),
    transcript: claimedMessages(scope, claimToken),
    waiting: nextDue(scope),
  });
  const [row] = analysis;
  const [{ nextAt } = { nextAt: null }] = waiting;
  const claimed = row && {
    ...row,
    claimToken,
    isOptout: row.isOptout === 1,
    settings: settingsOf(JSON.parse(row.settings)),
    transcript: transcript.toReversed().flatMap(transcriptOf),
  };
  return { claimed, nextAt };
}

const isClaimed = (scope: Scope, claimToken: string) =>
  within(scope, analyses, sql`${analyses.status} = 'running' and taken = ${claimToken}`);

const claimedAnalysis = (scope: Scope, claimToken: string) => sql<AnalysisRow>`
  select analyses.id, conversation_id as conversationId, analyses.lead_id as leadId, cause,
    attempts as attempt, analysed_as as analysedAs, is_optout as isOptout, settings
  from analyses
    cross join conversations on conversations.id = conversation_id
    cross join leads on leads.id = analyses.lead_id
    cross join workspaces on workspaces.id = analyses.workspace_id
  where ${isClaimed(scope, claimToken)}`;

/** Longer answers of a form are not read. */
const MAX_ANSWER_BYTES = 4096;

const ANSWERS = sql.raw(`iif(
  type = 'interactive' and payload ->> '$.answers.unverified' = 0
    and octet_length(payload -> '$.answers.values') <= ${MAX_ANSWER_BYTES},
  payload -> '$.answers.values', null)`);

const CARDS = sql.raw("iif(type = 'cards', payload -> '$.cards', null)");

const claimedMessages = (scope: Scope, claimToken: string) => sql<MessageRow>`
  select id, direction, type, text, template, cards, answers, at from (
    select *, sum(bytes) over (order by id desc) - bytes as newer from (
      select id, direction, type, text, payload ->> '$.template.name' as template,
        ${CARDS} as cards, ${ANSWERS} as answers, ifnull(sent_at, created_at) as at,
        ifnull(octet_length(text), 0) + ifnull(octet_length(${ANSWERS}), 0)
          + ifnull(octet_length(${CARDS}), 0) as bytes
      from messages
      where ${within(scope, messages)}
        and conversation_id = (
          select conversation_id from analyses where ${isClaimed(scope, claimToken)})
        and status in ('received', 'sent', 'delivered', 'read', 'unknown')
        and type not in ('system', 'referral', 'reaction', 'call', 'story_mention', 'unsupported')
        and origin is not 'history'
      order by id desc limit ${MAX_MESSAGES}))
  where newer < ${MAX_TEXT_BYTES}
  order by id desc`;

const nextDue = (scope: Scope) => sql<{ nextAt: number | null }>`
  select min(next_at) as nextAt from analyses
  where ${isClaimable(scope)} and next_at is not null`;

/** The text of a message with that of its cards, which may be all that it has. */
const readText = ({ text, cards }: Pick<MessageRow, "text" | "cards">) =>
  cards === null
    ? text
    : searchedText({ text, payload: { cards: JSON.parse(cards) }, template: null });

/** The transcript of one message, empty without a text. Of a template, only the name is known. */
function transcriptOf({ id, direction, at, ...message }: MessageRow): Transcript {
  const { template, answers } = message;
  const written = readText(message) ?? (template === null ? "" : `[template ${template}]`);
  const words = answers === null ? written : `${written}\n[answers ${answers}]`;
  return words.trim() === ""
    ? []
    : [{ id, author: direction === "inbound" ? "lead" : "team", at, text: words }];
}

/**
 * Lets the analyst read a claimed conversation, unless a daily limit is reached: the workspace's
 * own, its quota, or that of the service. Returns whether it may. Conversations that are being read
 * count with those of the day. Skipped ones do not.
 */
export async function mayRead(
  scope: Scope,
  claimed: Claimed,
  analyst: Pick<Analyst, "model" | "promptVersion">,
  day: string,
) {
  const today = within(scope, analysisUsage, eq(analysisUsage.day, day));
  const hasRoom = sql`
    (select ifnull(sum(analyses), 0) from analysis_usage where ${today})
    + (select count(*) from analyses as other
       where other.workspace_id = analyses.workspace_id
         and other.status = 'running' and other.model is not null)
    < min(${claimed.settings.analysis_daily_limit}, ${limitOf(scope, "analyses_per_day")})
    and (select ifnull(sum(analyses), 0) from analysis_usage where day = ${day})
    < ${scope.analysesPerDay}`;
  const isOverQuota = sql`
    (select ifnull(sum(analyses), 0) from analysis_usage where ${today})
    >= ${limitOf(scope, "analyses_per_day")}`;
  // This needs no query for due work: it makes nothing due.
  const { begun, quota } = await unscopedBatch(scope, {
    begun: beginReading(scope, claimed, analyst, hasRoom),
    quota: sql<{ isReached: 0 | 1 }>`select ${isOverQuota} as isReached`,
  });
  if (begun.length === 0 && quota[0]?.isReached)
    await batch(scope, reachedStatements(scope, "analyses_per_day"));
  return begun.length > 0;
}

/** When those of the analyses that are not finished begin; null for those that are running. */
export async function unfinishedOf(scope: Scope, ids: number[]) {
  const listed = sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  const { unfinished } = await readBatch(scope, {
    unfinished: sql<{ beginsAt: number | null }>`
      select iif(status = 'pending', next_at, null) as beginsAt from analyses
      where ${within(scope, analyses, listed)} and finished_at is null`,
  });
  return unfinished.map(({ beginsAt }) => beginsAt);
}
