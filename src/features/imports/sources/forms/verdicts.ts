import type { Bindings } from "#env";
import { MINUTE_MS, SECOND_MS } from "#lib/time";
import { memberAt, membersOf } from "../kinds/members";
import type { FormSettings } from "./settings";
import { askTurnstile, TURNSTILE_FIELD, type Verdict } from "./turnstile";

/** A submission that Turnstile is to be asked about. */
type Submission = { seq: number; receivedAt: number; body: string | null };

/** More requests wait for one another. */
const AT_ONCE = 6;

/** The answer of a widget is valid for five minutes, of which the visitor has used some. */
const FRESH_MS = 4 * MINUTE_MS;
const GIVEN_UP_MS = 10 * MINUTE_MS;
const [SOONEST_MS, LATEST_MS] = [5 * SECOND_MS, 2 * MINUTE_MS];

/** When to ask again about a submission: the older it is, the later. */
export const askAgainAt = ({ receivedAt }: Submission, now: number) =>
  now + Math.min(Math.max((now - receivedAt) / 2, SOONEST_MS), LATEST_MS);

/**
 * The verdict as it counts: who sends an answer twice is no person; one that could not be asked
 * about in time says nothing.
 */
function counted(verdict: Verdict, { receivedAt }: Submission, now: number): Verdict {
  const age = now - receivedAt;
  if (verdict === "late" && age < FRESH_MS) return "refused";
  return verdict === "unknown" && age > GIVEN_UP_MS ? "late" : verdict;
}

async function verdictOn(env: Bindings, sourceId: number, secret: string, submission: Submission) {
  const { seq, receivedAt, body } = submission;
  // It is invalid, whoever has sent it.
  if (body === null) return [seq, "passed"] as const;
  const token = memberAt(JSON.parse(body), [TURNSTILE_FIELD]);
  const verdict = await askTurnstile(env, secret, token, `${sourceId} ${seq} ${receivedAt}`);
  return [seq, counted(verdict, submission, Date.now())] as const;
}

/** The verdicts on submissions. Where nobody answers, the others are not asked about. */
export async function verdictsOn(
  env: Bindings,
  sourceId: number,
  secret: string,
  submissions: readonly Submission[],
): Promise<Map<number, Verdict>> {
  const verdicts = new Map(submissions.map(({ seq }) => [seq, "unknown" as Verdict]));
  for (let first = 0; first < submissions.length; first += AT_ONCE) {
    const some = submissions.slice(first, first + AT_ONCE);
    const asked = await Promise.all(some.map((one) => verdictOn(env, sourceId, secret, one)));
    for (const [seq, verdict] of asked) verdicts.set(seq, verdict);
    if (asked.every(([, verdict]) => verdict === "unknown")) break;
  }
  return verdicts;
}

/** True if a field is filled in that people don't see. */
export function isTrapped(form: FormSettings | null | undefined, item: unknown) {
  const filled = form?.honeypot ? memberAt(membersOf(item), [form.honeypot]) : undefined;
  return filled !== undefined && filled !== null && filled !== "";
}
