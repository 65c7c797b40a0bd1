import { sql } from "drizzle-orm";
import { readBatch } from "#db/batch";
import { sourceDeliveries } from "#db/schema/sources";
import { within } from "#db/scope/scope";
import type { SourceDeliveryStatus } from "#domain/sources";
import type { Scope } from "#env";
import type { Held } from "#features/leads/bookings/held";
import { bookingToWire } from "#features/leads/bookings/list";
import { selectConsentOutcome } from "#features/leads/form-consents";
import { found, invalid } from "#lib/problem";
import { codesOf } from "#lib/read-fault";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import { type SourceNow, selectSource, sourceOf } from "../inbox/claim";
import type { Outcome } from "../inbox/commit";
import type { Job } from "../inbox/drafts";
import type { Worked } from "../inbox/plan";
import { outcomesIn, planChunk } from "../inbox/work";
import { boundItem } from "../items";
import { itemsOf } from "../kinds/registry";
import { bodyGone } from "./replay";
import type { PreviewInput, SourcePreview } from "./schema";

type Row = {
  seq: number;
  receivedAt: number;
  status: SourceDeliveryStatus;
  leadId: number | null;
  body: string | null;
  bytes: number;
};

const selectDelivery = (scope: Scope, sourceId: number, seq: number) => sql<Row>`
  select seq, received_at as receivedAt, status, lead_id as leadId, body, bytes
  from source_deliveries
  where ${within(scope, sourceDeliveries, sql`source_id = ${sourceId}`)} and seq = ${seq}`;

type Shown = { job: Job; items: number };

const NEW = { dedupe: null, attempts: 0, fault: null };

/** A delivery as it would be replayed. */
function replayed({ status, body, ...row }: Row): Shown {
  if (body === null) throw bodyGone();
  const delivery = status === "held" ? "held" : "replayed";
  return { job: { ...NEW, ...row, body, delivery, askedAt: Date.now() }, items: 1 };
}

/** The first item of a body as it would be received. */
function received(body: unknown, { reading }: SourceNow): Shown {
  const items = itemsOf(body, reading);
  if (items.length === 0) throw invalid(fieldErrors(["body"], validationMessages.atLeastItems(1)));
  const job = { ...NEW, ...boundItem(items[0]), seq: 0, receivedAt: Date.now(), delivery: null };
  return { job, items: items.length };
}

/** The booking that would come of an item. */
function bookingOf(held: Held | null): SourcePreview["booking"] {
  if (!held) return null;
  const stamps = { leadId: 0, sourceId: 0, createdAt: 0, updatedAt: 0 };
  const { lead_id, source_id, created_at, updated_at, ...shown } = bookingToWire({
    ...{ ...held.appointment, ...stamps, id: 0 },
  });
  return { ...shown, id: "id" in held.name ? held.name.id : null };
}

/** The outcome of the consent that an item gives; null if it gives none, or nothing comes of it. */
async function consentIn(
  scope: Scope,
  { consent }: Outcome,
  { person }: Worked,
): Promise<SourcePreview["consent"]> {
  if (!consent || !person) return null;
  const { rows } = await readBatch(scope, { rows: selectConsentOutcome(scope, consent, person) });
  return found(rows[0]).outcome;
}

/** The lead, booking and delivery that would come of an item, of which nothing is written. */
export async function previewItem(
  scope: Scope,
  id: number,
  { delivery_id: seq, body, mapping }: PreviewInput,
): Promise<SourcePreview> {
  const { row, delivery } = await readBatch(scope, {
    row: selectSource(scope, id),
    delivery: seq === undefined ? undefined : selectDelivery(scope, id, seq),
  });
  const stored = sourceOf(id, found(row[0]), Date.now());
  const source = { ...stored, reading: { ...stored.reading, ...(mapping && { mapping }) } };
  const { job, items } =
    seq === undefined ? received(body, source) : replayed(found(delivery?.[0]));
  const chunk = await planChunk(scope, source, [job], true);
  const [worked, outcome] = [found(chunk.worked[0]), found(outcomesIn(chunk)[0])];
  const { item, mapped, held } = worked;
  const { errors = {}, conflicts = {}, warnings = [] } = outcome;
  return {
    items,
    item,
    ...{ fact: outcome.fact, status: outcome.status },
    lead_id: outcome.lead === null || outcome.lead < 0 ? null : outcome.lead,
    lead: {
      ...mapped?.lead,
      ...(mapped?.tags && { tags: mapped.tags }),
      ...(mapped?.leadRef && { lead_ref: mapped.leadRef }),
    },
    booking: bookingOf(held),
    ...{ errors, ...codesOf(errors), conflicts, warnings },
    consent: await consentIn(scope, outcome, worked),
    blank: mapped?.blank ?? [],
  };
}
