import { beforeEach, describe, expect, it } from "vitest";
import { readLeadRef, signLeadRef } from "#features/leads/lead-ref";
import { type Client, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { bindObject } from "../support/objects";
import {
  deliveriesOf,
  inboxOf,
  newSource,
  receive,
  type Source,
  workDue,
} from "../support/source-inbox";

const APP_KEY = testEnv.APP_KEY ?? "";
let client: Client;
let source: Source;

const mapping = [
  { to: "first_name", from: ["name"] },
  { to: "email", from: ["email"] },
  { to: "lead_ref", from: ["tracking.utm_content"] },
];

beforeEach(async () => {
  client = await newWorkspace();
  source = await newSource(client, { mapping, update: "fill" });
});

const refOf = ({ id }: { id: number }, workspaceId = client.workspaceId) =>
  signLeadRef({ workspaceId, appKey: APP_KEY }, id);

/** Has somebody come with a reference. Returns the delivery. */
async function come(ref: string, email: string) {
  await receive(source, [{ name: "Maud", email, tracking: { utm_content: ref } }]);
  await workDue(source);
  return (await deliveriesOf(source)).at(-1);
}

describe("what comes with the signed name of a lead", () => {
  it("is that lead's, whoever has the e-mail", async () => {
    const [lead, other] = [
      await newLead(client, { email: "maud@example.com" }),
      await newLead(client, { email: "office@example.com" }),
    ];
    expect(await come(await refOf(lead), "office@example.com")).toMatchObject({
      ...{ status: "unchanged", lead_id: lead.id },
    });
    expect(await come("n/a", "office@example.com")).toMatchObject({ lead_id: other.id });
    const { body } = await client.get(`/leads/${lead.id}`);
    expect(body.data).toMatchObject({ email: "maud@example.com", first_name: lead.first_name });
  });

  it("is found by the key of before, and by no other", async () => {
    const lead = await newLead(client, { email: "maud@example.com" });
    const ref = await refOf(lead);
    const keys = { APP_KEY: "a-later-key-0123456789abcdef012345", APP_KEY_BEFORE: APP_KEY };
    await bindObject(inboxOf(source), keys);
    expect(await come(ref, "second@example.com")).toMatchObject({ lead_id: lead.id });
    await bindObject(inboxOf(source), { ...keys, APP_KEY_BEFORE: undefined });
    const stranger = await come(ref, "third@example.com");
    expect(stranger).toMatchObject({ status: "created" });
    expect(stranger?.lead_id).not.toBe(lead.id);
  });

  it("is nobody's by a name that is forged, or another workspace's", async () => {
    const lead = await newLead(client, { email: "maud@example.com" });
    const elsewhere = await newWorkspace();
    const foreign = await newLead(elsewhere, { email: "maud@example.com" });
    const own = await refOf(lead);
    const forged = [
      own.replace(/^r./, (start) => (start === "ra" ? "rb" : "ra")),
      `${own.slice(0, 17)}${(lead.id + 1).toString(36)}`,
      await refOf(lead, elsewhere.workspaceId),
      await refOf(foreign, elsewhere.workspaceId),
      String(lead.id),
      `r${"A".repeat(16)}${lead.id.toString(36)}`,
    ];
    for (const [n, ref] of forged.entries())
      expect(await come(ref, `guest-${n}@example.com`), ref).toMatchObject({ status: "created" });
    expect((await client.get(`/leads/${lead.id}`)).body.data.updated_at).toBe(lead.updated_at);
  });

  it("is the kept lead's after a merge, and nobody's once the lead is gone", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const ref = await refOf(gone);
    await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
    expect(await come(ref, "a@example.com")).toMatchObject({ lead_id: keep.id });
    await client.delete(`/leads/${keep.id}`);
    expect(await come(ref, "b@example.com")).toMatchObject({ status: "created" });
    const signer = { workspaceId: client.workspaceId, appKey: APP_KEY };
    expect(await readLeadRef(signer, ref)).toBe(gone.id);
  });
});
