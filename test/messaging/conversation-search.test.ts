import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  newChannel,
  newInbound,
  newLead,
  newWorkspace,
  withAbilities,
} from "../support/api";
import { meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";

let client: Client;
let channels: number[];
const talks: Record<string, number> = {};

const found = async (query: Record<string, string>, by = client) => {
  const names: (string | undefined)[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const path = `/conversations?${new URLSearchParams(query)}${cursor && `&cursor=${cursor}`}`;
    const { status, body, text } = await by.get(path);
    expect(status, text).toBe(200);
    for (const { id } of body.data)
      names.push(Object.keys(talks).find((name) => talks[name] === id) ?? String(id));
    cursor = body.meta.next_cursor;
  }
  return names;
};

beforeAll(async () => {
  client = await newWorkspace({ default_country: "FR" });
  channels = [(await newChannel(client)).id, (await newChannel(client)).id];
  const people = {
    anais: { first_name: "Anaïs", last_name: "Lefèvre", phone: "+33639970002" },
    paul: { first_name: "Paul", last_name: "Lefèvre", phone: null, email: "paul@example.com" },
    zoe: { first_name: "Zoé", phone: "06 39 97 00 03", ext_id: "crm-9" },
  };
  const leads: Record<string, number> = {};
  for (const [name, person] of Object.entries(people))
    leads[name] = (await newLead(client, person)).id;
  for (const [name, channel] of [
    ...[["zoe", 0] as const, ["anais", 0] as const, ["paul", 0] as const],
    ["anais", 1] as const,
  ]) {
    const message = { text: `Hello of ${name}` };
    const inbound = await newInbound(client, channels[channel]!, leads[name]!, message);
    talks[channel === 0 ? name : `${name} again`] = inbound.conversation_id;
  }
  await newInbound(client, channels[0]!, leads.zoe!, { text: "the latest of all" });
});

describe("a search for conversations", () => {
  it.each([
    ["+33639970002", ["anais again", "anais"]],
    ["06 39 97 00 02", ["anais again", "anais"]],
    ["0003", ["zoe"]],
    ["lefèvre", ["anais again", "paul", "anais"]],
    ["lefevre anais", ["anais again", "anais"]],
    ["@example.com", ["paul"]],
    ["CRM-9", ["zoe"]],
    ["hello", []],
    ["\u0301", []],
  ])("%s finds %j, the newest first", async (search, names) => {
    expect(await found({ search })).toEqual(names);
  });

  it("goes with every other filter, in both orders", async () => {
    const [first, second] = channels.map(String) as [string, string];
    const search = "0639 97";
    expect(await found({ search })).toEqual(["anais again", "anais", "zoe"]);
    expect(await found({ search, order: "activity" })).toEqual(["zoe", "anais again", "anais"]);
    for (const order of ["activity", "created"]) {
      expect(await found({ search, order, channel_id: second })).toEqual(["anais again"]);
      expect(await found({ search: "lefevre", order, channel_id: first })).toEqual([
        "paul",
        "anais",
      ]);
      expect(await found({ search, order, state: "closed" })).toEqual([]);
      const { lead_id } = (await client.get(`/conversations/${talks.zoe}`)).body.data;
      expect(await found({ search, order, lead_id })).toEqual(["zoe"]);
      expect(await found({ search: "lefevre", order, lead_id })).toEqual([]);
    }
  });

  it("shows each once that moves up meanwhile", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 13; count++) {
      const lead = await newLead(client, { first_name: "Camus" });
      ids.push((await newInbound(client, channels[0]!, lead.id)).conversation_id);
    }
    const page = async (more = "") =>
      (await client.get(`/conversations?search=camus&order=activity&per_page=10${more}`)).body;
    const first = await page();
    const shown = first.data.map(({ id }: { id: number }) => id);
    expect(shown).toEqual(ids.slice(3).toReversed());
    for (const id of ids.slice(0, 5)) {
      const { lead_id } = (await client.get(`/conversations/${id}`)).body.data;
      await newInbound(client, channels[0]!, lead_id, { text: "once more" });
    }
    const next = await page(`&cursor=${first.meta.next_cursor}`);
    expect(next.data.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 3));
    expect(next.meta.next_cursor).toBeNull();
  });

  it("keeps workspaces apart, and leads from those who may not read them", async () => {
    expect(await found({ search: "lefevre" }, await newWorkspace())).toEqual([]);
    const blind = await withAbilities(client, "conversations:read");
    expect((await blind.get("/conversations?search=lefevre")).status).toBe(403);
    expect((await blind.get("/conversations")).status).toBe(200);
  });

  it("reads few rows of many people, and comes to all of those whom it finds", async () => {
    const many = await newWorkspace();
    const { id: channel } = await newChannel(many);
    await rowsOf(
      `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2500)
       insert into leads (workspace_id, seq, first_name_search, phone_key, created_at, updated_at)
       select ?1, n, 'camille', '+3363997' || (1000 + n), n, n from numbers`,
      many.workspaceId,
    );
    await rowsOf(
      `insert into conversations (workspace_id, lead_id, platform, channel_id, last_message_id,
         created_at, updated_at)
       select workspace_id, id, 'whatsapp', ?2, seq, seq, seq from leads where workspace_id = ?1`,
      many.workspaceId,
      channel,
    );
    for (const order of ["created", "activity"]) {
      const readBy = async (search: string, found: number) => {
        const path = `/conversations?order=${order}&per_page=10&search=${search}`;
        const { rowsRead, trips } = await meterOf(async (fetcher) => {
          const { body } = await many.get(path, undefined, { fetcher });
          expect(body.data).toHaveLength(found);
        });
        expect(trips).toBe(1);
        return rowsRead;
      };
      expect(await readBy("3399711", 0)).toBeLessThanOrEqual(20);
      expect(await readBy("33639972345", 1)).toBeLessThanOrEqual(30);
      expect(await readBy("camille", 10)).toBeLessThanOrEqual(3_500);
      expect(await readBy("3399720", 0)).toBeLessThanOrEqual(3_500);
      expect(await found({ order, search: "camille", per_page: "100" }, many)).toHaveLength(2_500);
      expect(await found({ order, search: "camille 3639971" }, many)).toHaveLength(999);
    }
  });
});
