import { beforeAll, describe, expect, it } from "vitest";
import type { Lead } from "#features/leads/schema";
import { type Client, newChannel, newInbound, newLead, newTag, newWorkspace } from "../support/api";
import { meterOf } from "../support/meter";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
});

type Input = object | ((id: number) => Promise<unknown>);
type Changed = Exclude<keyof Lead, "id" | "created_at" | "updated_at" | "conversations">;

/** A change of each member: what a PATCH sends, or another request. */
const CHANGES: Record<Changed, Input> = {
  ext_id: { ext_id: "etag-1" },
  first_name: { first_name: "Élodie" },
  last_name: { last_name: "Martin" },
  username: { username: "elo" },
  image: { image: "https://example.com/elodie.jpg" },
  email: { email: "elodie@example.com" },
  phone: { phone: "+33639980142" },
  source: { source: "import" },
  warmth: { warmth: "hot" },
  pipeline_stage: { pipeline_stage: "engaged" },
  is_optout: (id) => client.post(`/leads/${id}/opt-out`),
  is_marketing_optout: { is_marketing_optout: true },
  variables: { variables: { city: "Lyon" } },
  whatsapp_phone_number_id: { whatsapp_phone_number_id: 106540352242922 },
  age: (id) => client.put(`/leads/${id}/profile`, { age: 34 }),
  occupation_status: (id) =>
    client.put(`/leads/${id}/profile`, { age: 34, occupation_status: "employee" }),
  maturity_level: (id) =>
    client.put(`/leads/${id}/profile`, { age: 34, maturity_level: "beginner" }),
  engagement_level: (id) =>
    client.put(`/leads/${id}/profile`, { age: 34, engagement_level: "high" }),
  is_lost: { is_lost: true },
  lost_reason: { lost_reason: "other" },
  profile_extracted_at: (id) => client.put(`/leads/${id}/profile`, {}),
  profile: (id) => client.put(`/leads/${id}/profile`, { profile: { blockers: ["Budget"] } }),
  tags: async (id) => client.post(`/leads/${id}/tags`, { tag_ids: [(await newTag(client)).id] }),
  unusable_contacts: { phone: "n/a" },
};

const read = async (id: number) => {
  const { headers, body } = await client.get(`/leads/${id}`);
  const etag = headers.get("ETag") ?? "";
  const [fields, conversations] = etag.replaceAll('"', "").split(".");
  return { etag, fields, conversations, lead: body.data };
};

const patch = (id: number, etag: string, input: object = { warmth: "cold" }) =>
  client.patch(`/leads/${id}`, input, { headers: { "If-Match": etag } });

describe("the ETag of a lead", () => {
  it("is another after each change of a member, and that of the answer to a PATCH", async () => {
    const { id } = await newLead(client, { ext_id: "etag-0" });
    let before = await read(id);
    for (const [member, change] of Object.entries(CHANGES)) {
      if (typeof change === "function") await change(id);
      else {
        const { status, headers } = await patch(id, before.etag, change);
        expect(status, member).toBe(200);
        expect(headers.get("ETag"), member).toBe((await read(id)).etag);
      }
      const after = await read(id);
      expect(after.lead[member], member).not.toEqual(before.lead[member]);
      expect(after.fields, member).not.toBe(before.fields);
      expect(after.conversations, member).toBe(before.conversations);
      expect((await patch(id, before.etag)).status, member).toBe(412);
      before = after;
    }
  });

  it("is another once one of its tags is renamed or deleted", async () => {
    const [tag, other] = [await newTag(client), await newTag(client)];
    const { id } = await newLead(client, { tag_ids: [tag.id, other.id] });
    const first = await read(id);
    await client.put(`/tags/${tag.id}`, { label: "Renamed" });
    const renamed = await read(id);
    expect(renamed.fields).not.toBe(first.fields);
    expect((await patch(id, first.etag)).status).toBe(412);
    await client.delete(`/tags/${other.id}`);
    expect((await read(id)).fields).not.toBe(renamed.fields);
    expect((await patch(id, renamed.etag)).body).toMatchObject({ code: "stale" });
    expect((await patch(id, (await read(id)).etag)).status).toBe(200);
  });

  it("lets a change pass after a message, but no 304", async () => {
    const channel = await newChannel(client);
    const { id } = await newLead(client);
    const before = await read(id);
    await newInbound(client, channel.id, id);
    const after = await read(id);
    expect(after.fields).toBe(before.fields);
    expect(after.conversations).not.toBe(before.conversations);
    const unless = { headers: { "If-None-Match": before.etag } };
    expect((await client.get(`/leads/${id}`, undefined, unless)).status).toBe(200);
    const now = { headers: { "If-None-Match": `"1", W/${after.etag}` } };
    expect((await client.get(`/leads/${id}`, undefined, now)).status).toBe(304);
    expect((await patch(id, before.etag)).status).toBe(200);
  });

  it("lets one of two changes pass that name the same", async () => {
    const { id } = await newLead(client);
    const { etag } = await read(id);
    const answers = await Promise.all(
      [...Array(6).keys()].map((index) =>
        index % 2
          ? patch(id, etag, { first_name: `Writer ${index}` })
          : client.put(
              `/leads/${id}/profile`,
              { age: 20 + index },
              {
                headers: { "If-Match": etag },
              },
            ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
  });

  it("is named by any tag of a list, by a star, and by nothing else", async () => {
    const { id } = await newLead(client);
    const status = async (etag: string) => (await patch(id, etag)).status;
    const { etag } = await read(id);
    for (const wrong of [etag.replaceAll('"', ""), "nothing", '"1"', '""', '"1.2.3"'])
      expect(await status(wrong), wrong).toBe(412);
    expect(await status(`"1", W/${etag}`)).toBe(200);
    expect(await status("*")).toBe(200);
    expect((await patch(987_654_321, etag)).status).toBe(404);
    expect((await patch(987_654_321, "*")).status).toBe(404);
  });

  it("costs a change neither a round trip nor a row that is written", async () => {
    const tag = await newTag(client);
    const { id } = await newLead(client, { tag_ids: [tag.id] });
    const costOf = async (headers: Record<string, string>) => {
      const { trips, rowsRead, rowsWritten } = await meterOf((fetcher) =>
        client.patch(`/leads/${id}`, { age: null }, { headers, fetcher }),
      );
      return { trips, rowsRead, rowsWritten };
    };
    const plain = await costOf({});
    const { rowsRead, ...others } = await costOf({ "If-Match": (await read(id)).etag });
    expect({ ...others, rowsRead: plain.rowsRead }).toEqual(plain);
    expect(rowsRead - plain.rowsRead).toBeLessThanOrEqual(6);
  });
});
