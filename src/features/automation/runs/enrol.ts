import { eq, type SQL } from "drizzle-orm";
import { batch } from "#db/batch";
import { scenarios } from "#db/schema/automation";
import { leads } from "#db/schema/leads";
import { selectId } from "#db/scope/rows";
import { within } from "#db/scope/scope";
import { dateEnrolment } from "#db/statements/leads/leads";
import { insertRun } from "#db/statements/runs";
import { refusedFor } from "#db/writes/errors";
import { keeping } from "#db/writes/idempotency";
import { underQuota } from "#db/writes/quotas";
import type { Scope } from "#env";
import { selectLead } from "#features/leads/read";
import { toLead } from "#features/leads/row";
import type { Lead } from "#features/leads/schema";
import { saveLead } from "#features/leads/store";
import type { LeadWarning } from "#features/leads/warning-schema";
import { found, invalid, notFound } from "#lib/problem";
import { fieldErrors, validationMessages } from "#lib/validation-messages";
import type { EnrolInput } from "./input";

/** `enrolled` is false when the lead has an active run in the scenario already. */
type Enrolled = { lead: Lead; warnings: LeadWarning[]; enrolled: boolean };

/** The constraints that refuse a run without a scenario, or with another workspace's. */
const REFUSALS = [
  "FOREIGN KEY constraint failed: runs.scenario_id",
  "NOT NULL constraint failed: runs.version",
];

/** Throws `not_found` where a run was inserted without a scenario; rethrows any other error. */
export function throwMissingScenario(error: unknown): never {
  throw REFUSALS.some((refusal) => refusedFor(error, refusal)) ? notFound() : error;
}

/** Enrols an existing lead, or one that it creates (with `upsert`, updates). */
export async function enrol(
  scope: Scope,
  scenarioId: number,
  input: EnrolInput,
  upsert: boolean,
): Promise<Enrolled> {
  const { lead_id: leadId, ...attributes } = input;
  const enrolledAt = input.enrolled_at ?? Date.now();
  if (leadId != null) return enrolExisting(scope, scenarioId, leadId, input.enrolled_at ?? null);
  const saving = {
    upsert,
    alongside: (id: number | SQL) => insertRun(scope, scenarioId, id, enrolledAt),
  };
  const { alongside, ...saved } = await saveLead(scope, attributes, saving).catch(
    throwMissingScenario,
  );
  scope.sink.wake({ runs: true });
  return { ...saved, enrolled: alongside.length > 0 };
}

async function enrolExisting(
  scope: Scope,
  scenarioId: number,
  leadId: number,
  enrolledAt: number | null,
): Promise<Enrolled> {
  const { scenario, run, lead } = await batch(keeping(scope, "run", leadId), {
    quota: underQuota(scope, "stored_bytes"),
    scenario: selectId(scope, scenarios, scenarioId),
    run: insertRun(scope, scenarioId, leadId, enrolledAt ?? Date.now()),
    dated:
      enrolledAt === null
        ? undefined
        : dateEnrolment(within(scope, leads, eq(leads.id, leadId)), enrolledAt),
    lead: selectLead(scope, leadId),
  }).catch(throwMissingScenario);
  found(scenario[0]);
  const [row] = lead;
  if (!row) throw invalid(fieldErrors(["lead_id"], validationMessages.selected));
  scope.sink.wake({ runs: true });
  return { lead: toLead(row), warnings: [], enrolled: run.length > 0 };
}
