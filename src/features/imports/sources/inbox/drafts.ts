import { MAX_TAGS } from "#domain/leads";
import type { SourceDeliveryStatus, SourceFact } from "#domain/sources";
import { BulkLead, errorsOfLead, type NamedLead } from "#features/leads/bulk/schema";
import type { FieldErrors } from "#lib/problem";
import { faultTexts } from "#lib/validation-messages";
import { wording } from "#lib/zod-errors";
import { TURNSTILE_FIELD, type Verdict } from "../forms/turnstile";
import { isTrapped } from "../forms/verdicts";
import type { Item, Mapped } from "../item";
import { itemFaults } from "../items";
import { readItem } from "../kinds/registry";
import { mapItem } from "../map-item";
import type { SourceNow } from "./claim";
import type { Waiting } from "./waiting";

/** An item that is to be worked: one that waits, or one whose delivery is replayed. */
export type Job = Omit<Waiting, "isHeld" | "verdict"> & {
  /** The delivery that it has already: one that is held, or is replayed. */
  delivery: "held" | "replayed" | null;
  /** Turnstile's verdict on who has sent it. */
  verdict?: Verdict | null;
  /** Since when a replay is asked for. */
  askedAt?: number;
  /** The lead that a replayed delivery has made or changed before. */
  leadId?: number | null;
};

/** An item as the mapping has it, with its lead; null if it is ignored, or has errors. */
export type Draft = {
  job: Job;
  /** The item as its kind has read it; null for one that has a fault. */
  item: Item | null;
  fact: SourceFact | null;
  mapped: Mapped | null;
  lead: NamedLead | null;
  errors: FieldErrors;
  /** The status of one of which nothing comes, whatever it says. */
  ended?: SourceDeliveryStatus;
};

const UNVERIFIED = { [TURNSTILE_FIELD]: [faultTexts.turnstile_late] };

/** The end of an item that no person may have sent. Whoever replays it vouches for it. */
function endOf({ settings }: SourceNow, { verdict, delivery }: Job, body: unknown) {
  if (delivery === "replayed") return undefined;
  if (verdict === "refused" || isTrapped(settings.form, body))
    return { ended: "spam" as const, errors: {} };
  return verdict === "late" ? { ended: "failed" as const, errors: UNVERIFIED } : undefined;
}

/** The fields of a lead that are ours to set: they are no business of a stranger. */
const draftOf = (source: SourceNow, job: Job): Draft => {
  const { kind, reading, tagIds } = source;
  const none = { job, item: null, fact: null, mapped: null, lead: null, errors: {} };
  if (job.body === null)
    return { ...none, errors: { item: [itemFaults[job.fault ?? "too_large"]] } };
  const body: unknown = JSON.parse(job.body);
  const end = endOf(source, job, body);
  if (end) return { ...none, ...end };
  const item = readItem(kind, body, reading);
  const mapped = mapItem(kind, item, reading, job.receivedAt);
  const { fact, leadRef, tags } = mapped;
  if (fact === null) return { ...none, item, mapped };
  const labels = [...new Set([...(tags ?? []), ...tagIds])].slice(0, MAX_TAGS + 1);
  const parsed = BulkLead.safeParse(
    { ...mapped.lead, tags: labels },
    { error: (issue) => wording(issue) },
  );
  const errors = {
    ...(parsed.error && errorsOfLead(parsed.error.issues)),
    ...mapped.errors,
  };
  const isRight = parsed.success && Object.keys(errors).length === 0;
  return {
    ...{ job, item, fact, mapped, errors },
    lead: isRight ? { ...parsed.data, lead_ref: leadRef } : null,
  };
};

/** Reads and maps items. */
export const draftsOf = (source: SourceNow, jobs: readonly Job[]): Draft[] =>
  jobs.map((job) => draftOf(source, job));
