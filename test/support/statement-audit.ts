import { testEnv } from "./env";

/** The tables whose rows belong to a workspace by a column of their own. */
const OWNED =
  "tokens tags leads lead_identities consents channels conversations messages scenarios runs short_links link_sends link_clicks events webhook_endpoints webhook_deliveries analyses analysis_usage".split(
    " ",
  );

/**
 * The files whose statements may name such a table without its workspace, each with the reason. Whatever a request asks
 * for by its own ids is never among them.
 */
const EXEMPT: Record<string, string> = {
  "src/features/messaging/outbound/worker": "one channel's messages, by the id of the object",
};

const TABLES = new RegExp(`\\b(?:from|join|into|update)\\s+"?(${OWNED.join("|")})\\b`, "i");
const WORKSPACE =
  /\bworkspace_id"?\s*(?:=|in\b|is\b)|\binsert into\s+\S+\s*\([^)]*\bworkspace_id\b/i;

/** Whether a statement reads or writes a workspace's table without saying which workspace's rows. */
export const lacksWorkspace = (statement: string) =>
  TABLES.test(statement) && !WORKSPACE.test(statement);

/** Our file that a stack of calls comes from: the innermost one that is not the machinery of batches. */
function fileOf(stack: string) {
  const files = [...stack.matchAll(/\/(src\/(?:app|index|db|features|http)[^?:)]*)\.ts/g)];
  const own = files.map(([, file = ""]) => file);
  return own.find((file) => !/^src\/db\/(batch|scope)$/.test(file));
}

const audited = new Set<string>();
/** How many distinct statements were looked at so far. */
export const auditedStatements = () => audited.size;

const found = new Map<string, string[]>();

/** Looks at each distinct statement that D1 is asked from now on, in this isolate: requests' and objects' alike. */
export function auditStatements() {
  const prototype = Object.getPrototypeOf(testEnv.DB) as D1Database;
  const { prepare } = prototype;
  prototype.prepare = function (text) {
    if (!audited.has(text)) {
      audited.add(text);
      if (lacksWorkspace(text)) note(text);
    }
    return prepare.call(this, text);
  };
}

function note(statement: string) {
  // V8's, which the types of workerd leave out: ten calls, the default, end within Drizzle.
  const stacks: typeof Error & { stackTraceLimit?: number } = Error;
  const limit = stacks.stackTraceLimit ?? 10;
  stacks.stackTraceLimit = 60;
  const file = fileOf(new Error("A statement is prepared.").stack ?? "");
  stacks.stackTraceLimit = limit;
  const isExempt = file && Object.keys(EXEMPT).some((path) => `${file}/`.startsWith(`${path}/`));
  if (file && !isExempt) found.set(file, [...(found.get(file) ?? []), statement]);
}

/** The statements since the last call that lack their workspace, by the file that made them. */
export function unscopedStatements() {
  const result = Object.fromEntries(found);
  found.clear();
  return result;
}
