import type { Statement } from "#db/batch";
import { applyTemplateReports, type TemplateReport } from "#db/statements/templates";
import { categoryNamed, limitOf, qualityNamed, statusAfter } from "#domain/templates";
import type { Scope } from "#env";
import { type LimitReport, syncSoon } from "../channels/sync-state";
import { accountIdOf, itemsOf, lineOf, type Members, membersOf, pastMoment } from "./untrusted";

/** A platform webhook's news of accounts: of templates and limits, and whom to look at again. */
export type AccountUpdates = {
  reports: TemplateReport[];
  limits: LimitReport[];
  accounts: string[];
};

export const noUpdates = (): AccountUpdates => ({ reports: [], limits: [], accounts: [] });

const MAX_UPDATES = 1_000;
const MAX_REASON_CHARACTERS = 500;

/** The fields whose news is read from WhatsApp itself, as the whole state. */
const NEWS = ["phone_number_quality_update", "account_update"];

/** The fields that also tell the limit of the account's portfolio. */
const OF_LIMITS = ["phone_number_quality_update", "business_capability_update"];

/** Reads the updates in a webhook of WhatsApp's, whatever its body is. Never throws. */
export function readAccountUpdates(body: unknown, now: number): AccountUpdates {
  const updates = itemsOf(membersOf(body)?.entry)
    .map(membersOf)
    .flatMap((entry) => itemsOf(entry?.changes).map((change) => updateIn(entry, change, now)));
  const reports = updates.flatMap(({ report }) => report ?? []).slice(0, MAX_UPDATES);
  const accounts = updates.flatMap(({ account }) => account ?? []);
  return {
    reports: merged(reports),
    limits: latest(updates.flatMap(({ limit }) => limit ?? [])).slice(0, MAX_UPDATES),
    accounts: [...new Set(accounts)].slice(0, MAX_UPDATES),
  };
}

type Update = { account?: string; report?: TemplateReport; limit?: LimitReport };

function updateIn(entry: Members | undefined, item: unknown, now: number): Update {
  const [account, change] = [accountIdOf(entry?.id), membersOf(item)];
  const value = membersOf(change?.value);
  if (!account || !value || typeof change?.field !== "string") return {};
  const at = pastMoment(entry?.time, now);
  const limit = limitOf(value.max_daily_conversations_per_business);
  const isOfLimit = OF_LIMITS.includes(change.field) && limit !== undefined;
  // A partner's entry names the account that has accepted the terms of marketing messages in it.
  const named = accountIdOf(membersOf(value.waba_info)?.waba_id) ?? account;
  if (NEWS.includes(change.field) || isOfLimit)
    return {
      ...(NEWS.includes(change.field) && { account: named }),
      ...(isOfLimit && { limit: { account, limit, at } }),
    };
  const reading = READERS.get(change.field)?.(value);
  const name = lineOf(value.message_template_name, 512);
  const language = lineOf(value.message_template_language, 20)?.replace("-", "_");
  const externalId = accountIdOf(value.message_template_id) ?? null;
  if (!reading) return {};
  // Where the news is not in it, WhatsApp itself is asked.
  const isNamed = name && (language ?? externalId) && Object.keys(reading).length > 0;
  if (!isNamed) return { account };
  const key = { account, name, language: language ?? null, externalId };
  return { account, report: { ...key, at, ...reading } };
}

type Reading = Pick<TemplateReport, "category" | "status" | "reason" | "quality">;

const READERS = new Map<string, (value: Members) => Reading | undefined>([
  [
    "message_template_status_update",
    (value) => {
      if (typeof value.event !== "string") return undefined;
      const status = statusAfter(value.event);
      return status ? { status, reason: reasonIn(value) } : {};
    },
  ],
  [
    "message_template_quality_update",
    (value) => ({ quality: qualityNamed(value.new_quality_score) }),
  ],
  [
    "template_category_update",
    (value) => {
      // A change to come: `new_category` is still the one of now.
      if (value.correct_category != null) return undefined;
      const category = categoryNamed(value.new_category);
      return category ? { category } : {};
    },
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

/** The latest limit of each account. */
const latest = (limits: LimitReport[]) => [
  ...new Map(limits.toSorted((a, b) => a.at - b.at).map((one) => [one.account, one])).values(),
];

/** The reports on each template as one, of which the latest says most. */
function merged(reports: TemplateReport[]): TemplateReport[] {
  const byTemplate = new Map<string, TemplateReport>();
  for (const report of reports.toSorted((a, b) => a.at - b.at)) {
    const { account, name, language, externalId } = report;
    const key = JSON.stringify([account, name, language ?? externalId]);
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
