import type { Statement } from "#db/batch";
import { applyTemplateReports, type TemplateReport } from "#db/statements/templates";
import { qualityNamed, statusNamed } from "#domain/templates";
import type { Scope } from "#env";
import { syncSoon } from "../channels/sync-state";
import { accountIdOf, itemsOf, lineOf, type Members, membersOf, momentOf } from "./untrusted";

/** A platform webhook's news of accounts: reports on templates, and accounts to look at again. */
export type AccountUpdates = { reports: TemplateReport[]; accounts: string[] };

export const noUpdates = (): AccountUpdates => ({ reports: [], accounts: [] });

const MAX_UPDATES = 1_000;
const MAX_REASON_CHARACTERS = 500;

/** The fields whose news is read from WhatsApp itself, as the whole state. */
const NEWS = ["phone_number_quality_update", "account_update", "template_category_update"];

/** Reads the updates in a webhook of WhatsApp's, whatever its body is. Never throws. */
export function readAccountUpdates(body: unknown, now: number): AccountUpdates {
  const updates = itemsOf(membersOf(body)?.entry)
    .map(membersOf)
    .flatMap((entry) => itemsOf(entry?.changes).map((change) => updateIn(entry, change, now)));
  const reports = updates.flatMap(({ report }) => report ?? []).slice(0, MAX_UPDATES);
  const accounts = updates.flatMap(({ account }) => account ?? []);
  return { reports: merged(reports), accounts: [...new Set(accounts)].slice(0, MAX_UPDATES) };
}

function updateIn(entry: Members | undefined, item: unknown, now: number) {
  const [account, change] = [accountIdOf(entry?.id), membersOf(item)];
  const value = membersOf(change?.value);
  if (!account || !value || typeof change?.field !== "string") return {};
  if (NEWS.includes(change.field)) return { account };
  const reading = READERS.get(change.field)?.(value);
  const name = lineOf(value.message_template_name, 512);
  const language = lineOf(value.message_template_language, 20)?.replace("-", "_");
  if (!reading || !name || !language) return {};
  const at = Math.min(momentOf(entry?.time) ?? now, now);
  return { account, report: { account, name, language, at, ...reading } };
}

type Reading = Pick<TemplateReport, "status" | "reason" | "quality">;

const READERS = new Map<string, (value: Members) => Reading | undefined>([
  [
    "message_template_status_update",
    (value) =>
      typeof value.event === "string"
        ? { status: statusNamed(value.event), reason: reasonIn(value) }
        : undefined,
  ],
  [
    "message_template_quality_update",
    (value) => ({ quality: qualityNamed(value.new_quality_score) }),
  ],
]);

function reasonIn({ reason, other_info, rejection_info }: Members) {
  const words = [
    membersOf(rejection_info)?.reason,
    membersOf(other_info)?.description,
    reason === "NONE" ? undefined : reason,
  ];
  const [first = null] = words.flatMap((word) => lineOf(word, MAX_REASON_CHARACTERS) ?? []);
  return first;
}

/** The reports on each template as one, of which the latest says most. */
function merged(reports: TemplateReport[]): TemplateReport[] {
  const byTemplate = new Map<string, TemplateReport>();
  for (const report of reports.toSorted((a, b) => a.at - b.at)) {
    const key = JSON.stringify([report.account, report.name, report.language]);
    byTemplate.set(key, { ...byTemplate.get(key), ...report });
  }
  return [...byTemplate.values()];
}

/** Stores the updates in the workspace of the channel that the webhook came to. */
export const accountUpdateStatements = (
  scope: Scope,
  receiverId: number,
  { reports, accounts }: AccountUpdates,
): Statement[] => [
  ...(reports.length > 0 ? [applyTemplateReports(scope, receiverId, reports)] : []),
  ...(accounts.length > 0 ? [syncSoon(scope, accounts)] : []),
];
