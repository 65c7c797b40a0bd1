import { expect, it } from "vitest";
import type { ConsentScope } from "#domain/consents";
import { call, make, newLead, newWorkspace } from "../support/api";
import { dataOf } from "../support/events";
import { optoutsOf } from "../support/received";
import { workDue } from "../support/source-inbox";

const QUESTION = "May we write to you?";
const PAGE = "https://example.com";

/** Whatever a body can say for a consent, with a booking beside it. */
const mapping = [
  { to: "email", from: ["email"] },
  { to: "is_optout", from: ["out"] },
  { to: "booking.external_id", from: ["email"] },
  { to: "booking.starts_at", from: ["at"] },
];

async function newDoor(scope: ConsentScope, kind: "webhook" | "form") {
  const client = await newWorkspace();
  const consent = { from: [QUESTION], equals: ["yes"], scope };
  const form = kind === "form" ? { form: { origins: [PAGE] } } : {};
  const source = await make(client, "/sources", { kind, name: "Page", mapping, consent, ...form });
  const path = `/sources/${source.id}/deliveries`;
  const deliveries = async () => (await client.get(path)).body.data.toReversed();
  /** Has somebody agree, and book a call. */
  const agree = async (email: string, at = "2030-03-03T10:00:00Z") => {
    const json = { email, [QUESTION]: "yes", out: "false", at };
    const options = { json, headers: { Origin: PAGE } };
    const { status } = await call("POST", new URL(source.inbound_url).pathname, options);
    expect(status).toBe(202);
    await workDue({ id: source.id, client });
    return (await deliveries()).at(-1);
  };
  /** Takes all that came through the mapping again. */
  const replay = async () => {
    for (const { id } of await deliveries())
      expect((await client.post(`${path}/${id}/replay`)).status).toBe(202);
    await workDue({ id: source.id, client });
    return deliveries();
  };
  return { client, agree, replay };
}

const WAYS = [
  ["all", "webhook"],
  ["marketing", "webhook"],
  ["all", "form"],
  ["marketing", "form"],
] as const;

it.each(WAYS)("nobody who has left %s is subscribed again by a %s", async (scope, kind) => {
  const { client, agree, replay } = await newDoor(scope, kind);
  const out = scope === "all" ? [true, false] : [false, true];
  const leave = (id: number) => client.post(`/leads/${id}/opt-out`, { scope });
  /** The number of opt-ins in the ledger of a lead. */
  const agreements = async (id: number) =>
    (await client.get(`/leads/${id}/consents`)).body.data.filter(
      ({ kind: one }: { kind: string }) => one === "opted_in",
    ).length;
  const left = await newLead(client, { email: "left@example.com" });
  await leave(left.id);
  await client.post("/suppressions", { email: "suppressed@example.com", scope });
  const late = await agree("late@example.com");
  expect(late).toMatchObject({ status: "created", consent: "applied" });
  await leave(late.lead_id);

  const suppressed = await agree("suppressed@example.com");
  const others = [await agree("left@example.com"), suppressed];
  const agreed = await agree("agreed@example.com");
  expect(agreed.consent).toBe("applied");
  await client.post("/leads/merge", { keep: agreed.lead_id, merge: left.id });
  const replayed = await replay();
  for (const { consent } of [...others, ...replayed]) expect(consent).toBe("not_applied");
  const ids = [late, suppressed, agreed].map(({ lead_id: id }) => id);
  expect(await Promise.all(ids.map(optoutsOf))).toEqual(ids.map(() => out));

  expect(await Promise.all(ids.map(agreements))).toEqual([1, 0, 1]);

  // Nor by coming back after the lead is gone.
  await client.delete(`/leads/${late.lead_id}`);
  const back = await agree("late@example.com", "2030-03-04T10:00:00Z");
  expect(back).toMatchObject({ status: "created", consent: "not_applied" });
  expect(await optoutsOf(back.lead_id)).toEqual(out);
  expect(await agreements(back.lead_id)).toBe(0);
  expect(await dataOf(client, "lead.opted_in")).toEqual([]);
});
