import { leadFields } from "#domain/lead-fields";
import { testEnv } from "./env";

/** The tables whose rows belong to a workspace by a column of their own. */
const OWNED =
  "tokens tags leads lead_identities suppressions consents channels conversations messages scenarios runs short_links link_sends link_clicks events webhook_endpoints webhook_deliveries analyses analysis_usage audit_log templates usage_days".split(
    " ",
  );

/**
 * The files whose statements may name such a table without its workspace, each with the reason.
 * Statements that a request makes with ids of its own are never among them.
 */
const EXEMPT: Record<string, string> = {
  "src/db/archive": "a walk, by the rows of the tables above",
  "src/features/operations/retention": "the cron removes for all workspaces",
  "src/features/operations/chunks": "the cron prunes for all workspaces",
  "src/db/writes/reseal": "the cron seals again for all workspaces",
  "src/db/copying": "the keys of rows come from a walk over the rows of one workspace",
  "src/features/events/webhooks/worker": "one endpoint's, by the id of the object",
  "src/features/links/clicks": "one link's, by the id of the object",
  "src/features/messaging/outbound/worker": "one channel's, by the id of the object",
  "src/features/messaging/outbound/report-status": "one channel's, which the request has looked up",
  "src/features/messaging/inbound/ingest": "one channel's, which the request has looked up",
  "src/features/messaging/inbound/known-senders": "one channel's, which the request has looked up",
  "src/features/messaging/channels/receiver-rows": "a channel's id leads to the workspace",
  "src/features/access/workspaces/store": "a token of the operator's leads to the workspace",
  "src/features/access/tokens/principals": "a token leads to the workspace",
  "src/features/operations/audit-log": "the cron prunes for all workspaces",
  "src/features/operations/databases": "the cron looks at the ids of all workspaces",
  "src/features/messaging/conversations/overdue": "the cron opens them in all workspaces",
  "src/features/messaging/templates/overdue": "the cron syncs for all workspaces",
  "src/features/messaging/channels/renew-tokens": "the cron renews for all workspaces",
  "src/db/placement/ranges": "the ids of all workspaces are counted together",
  "src/features/operations/health": "the operator watches over all workspaces",
  "src/features/links/redirect-cache": "a public slug leads to the workspace",
};

const TABLES = new RegExp(`\\b(?:from|join|into|update)\\s+"?(${OWNED.join("|")})\\b`, "i");
const WORKSPACE =
  /\bworkspace_id"?\s*(?:=|in\b|is\b)|\binsert into\s+\S+\s*\([^)]*\bworkspace_id\b/i;

/**
 * True if a statement reads or writes a workspace's table without saying which workspace's rows.
 */
export const lacksWorkspace = (statement: string) =>
  TABLES.test(statement) && !WORKSPACE.test(statement);

/** The columns of each table whose changes are events, by the actor that is written along. */
const TOLD: Record<string, { actor: string; columns: string[] }> = {
  leads: {
    actor: "changed_by",
    columns: [...Object.keys(leadFields), "variables", "data", "profile", "profile_extracted_at"],
  },
  messages: {
    actor: "changed_by",
    columns: ["status", "sent_at", "delivered_at", "read_at", "payload"],
  },
  link_sends: { actor: "changed_by", columns: ["sent_at"] },
  runs: { actor: "changed_by", columns: ["version", "visits", "paused_at", "ended_at"] },
  scenarios: { actor: "changed_by", columns: ["is_active"] },
  lead_tags: { actor: "added_by", columns: ["tag_id"] },
};

/** The columns of each table whose changes must change the row's ETag, besides those of `TOLD`. */
const REVISED: Record<string, string[]> = {
  leads: [],
  tags: ["label", "description", "pipeline_stage"],
  short_links: ["slug", "label", "destination_url", "is_active"],
  segments: ["name", "filter"],
  channels: ["name", "external_id", "gateway_url", "is_default", "status"],
};

/** Changes of such columns without an event. */
const UNTOLD = /\bstatus = '(?:sending|queued|unknown)'|\bpayload = '\{\}'/g;

/** A statement without what stands in brackets. */
function outerPart(statement: string): string {
  const outer = statement.replace(/\([^()]*\)/g, "");
  return outer === statement ? outer : outerPart(outer);
}

const WRITTEN =
  /^\s*(insert(?: or \w+)? into|update(?: or \w+)?|delete from)\s+"?(\w+)"?([\s\S]*)/i;

/** The columns among these that a statement sets. */
function setIn(rest: string, columns: string[]) {
  const changed = outerPart(rest).split(/\b(?:from|where)\b/)[0] ?? "";
  return columns.filter((column) => new RegExp(`\\b${column}"?\\s*=`).test(changed));
}

/**
 * True if a statement changes a row whose ETag comes from `updated_at`, but may leave that as it
 * was: two changes may come in one millisecond.
 */
export function lacksRevision(statement: string) {
  const [, verb = "", table = "", rest = ""] = WRITTEN.exec(statement) ?? [];
  const columns = REVISED[table];
  if (!columns || !/^update/i.test(verb)) return false;
  const isStamped = /\bupdated_at"?\s*=\s*max\(/.test(rest);
  return !isStamped && setIn(rest, [...columns, ...(TOLD[table]?.columns ?? [])]).length > 0;
}

/**
 * True if a statement causes events without saying who does: triggers would name whoever changed
 * the row before. Link sends of messages get their actor with the time of the sending.
 */
export function lacksActor(statement: string) {
  const [, verb = "", table = "", rest = ""] = WRITTEN.exec(statement) ?? [];
  const told = TOLD[table];
  if (!told || rest.includes(told.actor)) return false;
  if (/^update/i.test(verb)) return setIn(rest.replace(UNTOLD, ""), told.columns).length > 0;
  if (/^insert/i.test(verb)) return table !== "link_sends";
  // Rows behind a deleted tag, or of a workspace that was deleted or moved, go later, by
  // nobody.
  return (
    table === "lead_tags" &&
    !/from removals|from (?:"leads"|leads as p0)\s.* limit|value ->> 1 from json_each/s.test(rest)
  );
}

/**
 * The file that a stack of calls comes from: the innermost of ours that is not the machinery of
 * batches. Undefined for the statements of tests.
 */
function fileOf(stack: string) {
  const files = [
    ...stack.matchAll(/\/((?:src\/(?:app|index|db|features|http)|test)\b[^?:)]*)\.m?[jt]s/g),
  ];
  const machinery =
    /^(src\/db\/(batch|scope\/scope|placement\/sessions)|test\/support\/statement-audit|test\/bench\/.*)$/;
  const own = files.map(([, file = ""]) => file).find((file) => !machinery.test(file));
  return own?.startsWith("src/") ? own : undefined;
}

/** The audit's memory in this isolate; `found` are statements by the file that made them. */
type Audit = { audited: Set<string>; found: Map<string, string[]> };

let audit: Audit = { audited: new Set(), found: new Map() };

export const isAudited = (statement: string) => audit.audited.has(statement);

/**
 * Looks at each distinct statement that D1 is asked from now on: of requests, in their sessions,
 * and of objects. The setup of every test file calls this, in the same isolate: only the first call
 * changes anything.
 */
export function auditStatements() {
  for (const asked of [testEnv.DB, testEnv.DB.withSession()]) {
    const prototype: Pick<D1Database, "prepare"> = Object.getPrototypeOf(asked);
    const prepare: D1Database["prepare"] & { audit?: Audit } = prototype.prepare;
    if (prepare.audit) {
      audit = prepare.audit;
      return;
    }
    const { audited } = audit;
    const auditedPrepare = function (this: D1Database, text: string) {
      if (!audited.has(text)) look(text);
      return prepare.call(this, text);
    };
    prototype.prepare = Object.assign(auditedPrepare, { audit });
  }
}

/** The most looks at a statement of a test, as the service may ask the same later. */
const MAX_LOOKS = 5;
const looks = new Map<string, number>();

function look(statement: string) {
  // Not a statement on rows.
  if (/^\s*(?:create|drop) trigger/i.test(statement)) return;
  const { audited, found } = audit;
  const isWrong = lacksActor(statement) || lacksRevision(statement);
  if (!isWrong && !lacksWorkspace(statement)) return audited.add(statement);
  const file = fileOf(stackOf());
  const count = (looks.get(statement) ?? 0) + 1;
  looks.set(statement, count);
  if (file || count === MAX_LOOKS) audited.add(statement);
  const isExempt = Object.keys(EXEMPT).some((path) => `${file}/`.startsWith(`${path}/`));
  if (file && (isWrong || !isExempt)) found.set(file, [...(found.get(file) ?? []), statement]);
}

/** The calls that led here: more of them than V8 keeps by default, which end within Drizzle. */
function stackOf() {
  const stacks: typeof Error & { stackTraceLimit?: number } = Error;
  const limit = stacks.stackTraceLimit ?? 10;
  stacks.stackTraceLimit = 60;
  const { stack = "" } = new Error("A statement is prepared.");
  stacks.stackTraceLimit = limit;
  return stack;
}

/**
 * The statements since the last call that lack their workspace, actor or revision, by the file
 * that made them.
 */
export function unscopedStatements() {
  const result = Object.fromEntries(audit.found);
  audit.found.clear();
  return result;
}
