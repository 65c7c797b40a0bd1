// The findings of the rules in the conversations, as the service would have kept them.
import { verifyEvidence } from "../../src/features/analysis/evidence.ts";
import { rulesAnalyst } from "../../src/features/analysis/rules/analyst.ts";
import { stateOf, withinBudget } from "../../src/features/analysis/transcript.ts";
import { messages, talks } from "./conversations.mjs";
import { literal } from "./sql.mjs";

const DAY_MS = 86_400_000;
/** The time between the last message of a conversation and its analysis. */
const DELAY_DAYS = 0.01;
/**
 * Some moment of loading, at which summaries are made. Their dates are counted again when the demo
 * is loaded.
 */
const LOADED = Date.parse("2026-01-01T12:00:00Z");
const SURE_ENOUGH = 0.5;

const said = ({ status, kind }) => status !== "failed" && kind !== "reaction";

const transcriptOf = (talk) =>
  messages
    .filter((message) => message.talk === talk && said(message))
    .flatMap(({ id, isOurs, kind, detail, content, at }) => {
      const text =
        content.text ?? (kind === "template" ? `[template ${detail.split(" ")[0]}]` : null);
      return text?.trim()
        ? [{ id, author: isOurs ? "team" : "lead", at: LOADED - Math.round(at * DAY_MS), text }]
        : [];
    });

async function analysisOf(talk) {
  const transcript = withinBudget(transcriptOf(talk), rulesAnalyst.maxTokens);
  if (!transcript.some(({ author }) => author === "lead")) return [];
  const { findings } = await rulesAnalyst.analyse(transcript);
  const claims = verifyEvidence(findings.claims, transcript);
  const state = await stateOf(rulesAnalyst, transcript);
  const at = talk.messages.at(-1).at - DELAY_DAYS;
  return [{ talk, at, state, claims, summary: partsOf(findings.summary, transcript) }];
}

/**
 * A summary's texts and, for each of its dates, how long before the load that day was, in
 * milliseconds.
 */
function partsOf(summary, transcript) {
  if (summary === null) return null;
  const dayOf = new Map(
    transcript.toReversed().map(({ at }) => [new Date(at).toISOString().slice(0, 10), LOADED - at]),
  );
  return summary.split(/(\d{4}-\d\d-\d\d)(?=: ")/).map((part) => dayOf.get(part) ?? part);
}

export const analyses = (await Promise.all(talks.map(analysisOf))).flat();

/** The newest words of a lead on each field; a list for those that are lists. */
export function claimedBy(leadId) {
  const own = analyses.filter(({ talk }) => talk.lead === leadId).flatMap(({ claims }) => claims);
  const sure = own
    .filter(({ confidence }) => confidence >= SURE_ENOUGH)
    .toSorted((a, b) => a.messageId - b.messageId);
  const latest = Object.fromEntries(sure.map(({ field, value }) => [field, value]));
  const listed = ["blockers", "levers"].map((list) => [
    list,
    sure.flatMap(({ field, value }) => (field === list ? [value] : [])),
  ]);
  return { ...latest, ...Object.fromEntries(listed.filter(([, values]) => values.length > 0)) };
}

/**
 * When a lead's conversations were last analysed, in days before the load; null where they never
 * were.
 */
export const analysedAt = (leadId) => {
  const times = analyses.filter(({ talk }) => talk.lead === leadId).map(({ at }) => at);
  return times.length > 0 ? Math.min(...times) : null;
};

const { model, promptVersion } = rulesAnalyst;

export const claimRows = analyses.flatMap(({ talk, at, claims }) =>
  claims.map(({ field, value, confidence, messageId, quote }) => ({
    lead_id: talk.lead,
    conversation_id: talk.id,
    field,
    value: JSON.stringify(value),
    confidence,
    message_id: messageId,
    quote,
    model,
    prompt_version: promptVersion,
    created_at: at,
  })),
);

/**
 * The conversations' summaries, the analyses, and what they have cost: nothing. Updates, so that
 * events tell of them.
 */
export const ANALYSED = `with read(id, analysed_at, state, parts) as (values
${analyses.map(({ talk, at, state, summary }) => `  (${[talk.id, Math.round(at * DAY_MS), state, summary].map(literal).join(", ")})`).join(",\n")}
)
update conversations set analysed_as = read.state, updated_at = loaded.ms - analysed_at, summary_generated_at = iif(parts is null, null, loaded.ms - analysed_at),
  summary = (select group_concat(iif(type = 'integer', date((loaded.ms - value) / 1000, 'unixepoch'), value), '') from json_each(parts))
from read, (select updated_at as ms from workspaces where id = 1) as loaded where read.id = conversations.id;

insert into analyses (id, workspace_id, lead_id, conversation_id, cause, status, attempts, model, prompt_version, messages_count, claims_count, created_at, finished_at)
select updated_at * 1000, workspace_id, lead_id, id, 'quiet', 'completed', 1, ${literal(model)}, ${literal(promptVersion)},
  (select count(*) from messages where conversation_id = conversations.id and status <> 'failed' and type <> 'reaction' and (text is not null or type = 'template')),
  (select count(*) from profile_claims where conversation_id = conversations.id), updated_at, updated_at
from conversations where analysed_as is not null order by updated_at;

update leads set profile_extracted_at = (select max(finished_at) from analyses where lead_id = leads.id) where id in (select lead_id from analyses);

insert into analysis_usage (workspace_id, day, model, analyses)
select 1, date(finished_at / 1000, 'unixepoch'), model, count(*) from analyses group by 2, 3;`;
