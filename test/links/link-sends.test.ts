import { beforeAll, describe, expect, it } from "vitest";
import {
  type Client,
  idsOf,
  newLead,
  newLinkSend,
  newScenario,
  newShortLink,
  newTag,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

const SENT = "2026-11-20T10:15:30.000Z";
const READ = "2026-11-20T10:21:04.500Z";

const newSend = async (linkInput: object = {}, leadInput: object = {}) => {
  const [link, lead] = [await newShortLink(client, linkInput), await newLead(client, leadInput)];
  return { link, lead, send: await newLinkSend(client, link.id, lead.id) };
};
const patch = (id: number, json: object) => client.patch(`/link-sends/${id}`, json);
const tagsOf = (leadId: number) => idsOf(client, `/leads/${leadId}/tags?per_page=100`);

describe("link sends", () => {
  it("are made for a link and a lead, shown and changed", async () => {
    const [link, lead] = [
      await newShortLink(client, { slug: "Webinar-June" }),
      await newLead(client),
    ];
    const { status, body } = await client.post(`/short-links/${link.id}/sends`, {
      lead_id: lead.id,
    });
    expect(status).toBe(201);
    const { data } = body;
    expect(data).toEqual({
      id: expect.any(Number),
      short_link_id: link.id,
      lead_id: lead.id,
      message_id: null,
      scenario_id: null,
      url: expect.stringMatching(/^https:\/\/sho\.rt\/Webinar-June\/[\w-]{17,28}$/),
      sent_at: null,
      read_at: null,
      first_clicked_at: null,
      last_clicked_at: null,
      clicks_count: 0,
      created_at: expect.any(String),
    });
    expect((await client.get(`/link-sends/${data.id}`)).body.data).toEqual(data);
    expect((await patch(data.id, { sent_at: SENT })).body.data).toEqual({ ...data, sent_at: SENT });
    expect((await patch(data.id, { read_at: READ })).body.data).toEqual({
      ...data,
      sent_at: SENT,
      read_at: READ,
    });
    expect((await patch(data.id, {})).body.data).toEqual({ ...data, sent_at: SENT, read_at: READ });
    expect((await patch(data.id, { sent_at: null })).body.data).toEqual({ ...data, read_at: READ });
  });

  it("can be several for the same link and lead, each with a URL of its own", async () => {
    const { link, lead, send } = await newSend();
    const other = await newLinkSend(client, link.id, lead.id);
    expect(other.id).not.toBe(send.id);
    expect(other.url).not.toBe(send.url);
  });

  it("keep their token when the link gets another slug", async () => {
    const { link, send } = await newSend();
    await client.put(`/short-links/${link.id}`, {
      slug: "renamed-link",
      destination_url: link.destination_url,
    });
    const { url } = (await client.get(`/link-sends/${send.id}`)).body.data;
    expect(url).toBe(`https://sho.rt/renamed-link/${send.url.split("/").at(-1)}`);
  });

  it("are deleted with their link, and with their lead", async () => {
    const [one, other] = [await newSend(), await newSend()];
    await client.delete(`/short-links/${one.link.id}`);
    await client.delete(`/leads/${other.lead.id}`);
    for (const { send } of [one, other])
      expect((await client.get(`/link-sends/${send.id}`)).status).toBe(404);
  });

  it("are listed newest first, by link, lead, scenario and whether they were clicked", async () => {
    const own = await newWorkspace();
    const links = [await newShortLink(own), await newShortLink(own)];
    const leads = [await newLead(own), await newLead(own)];
    const scenario = await newScenario(own);
    const made: number[] = [];
    for (let i = 0; i < 12; i++)
      made.unshift((await newLinkSend(own, links[i % 2]!.id, leads[i % 3 ? 0 : 1]!.id)).id);
    const [first, last] = [made.at(-1), made[0]];
    await testEnv.DB.batch([
      testEnv.DB.prepare("update link_sends set scenario_id = ? where id in (?, ?)").bind(
        scenario.id,
        first,
        last,
      ),
      testEnv.DB.prepare(
        "update link_sends set first_clicked_at = 1, clicks_count = 1 where id in (?, ?)",
      ).bind(first, made[1]),
    ]);
    const page = (await own.get("/link-sends?per_page=10")).body;
    expect(page.data.map(({ id }: { id: number }) => id)).toEqual(made.slice(0, 10));
    expect(await idsOf(own, `/link-sends?per_page=10&cursor=${page.meta.next_cursor}`)).toEqual(
      made.slice(10),
    );
    const [even, odd] = [made.filter((_, i) => i % 2 === 1), made.filter((_, i) => i % 2 === 0)];
    expect(await idsOf(own, `/link-sends?short_link_id=${links[0]!.id}`)).toEqual(even);
    expect(await idsOf(own, `/link-sends?short_link_id=${links[1]!.id}`)).toEqual(odd);
    expect(await idsOf(own, `/link-sends?lead_id=${leads[1]!.id}`)).toEqual([
      made[2],
      made[5],
      made[8],
      made[11],
    ]);
    expect(await idsOf(own, `/link-sends?scenario_id=${scenario.id}`)).toEqual([last, first]);
    expect(await idsOf(own, "/link-sends?clicked=1")).toEqual([made[1], first]);
    expect(await idsOf(own, "/link-sends?clicked=0")).toEqual(
      made.filter((id) => id !== made[1] && id !== first),
    );
    expect(
      await idsOf(
        own,
        `/link-sends?short_link_id=${links[0]!.id}&clicked=1&scenario_id=${scenario.id}`,
      ),
    ).toEqual([first]);
    expect(await idsOf(own, "/link-sends?short_link_id=4000000000")).toEqual([]);
    expect((await own.get("/link-sends?clicked=2&lead_id=x")).body.errors).toEqual({
      clicked: ["The clicked field must be true or false."],
      lead_id: ["The lead id field must be an integer."],
    });
    await own.delete(`/scenarios/${scenario.id}`);
    expect((await own.get(`/link-sends/${first}`)).body.data.scenario_id).toBeNull();
  });

  it("keep workspaces apart", async () => {
    const { link, lead, send } = await newSend();
    const stranger = await newWorkspace();
    const [ownLink, ownLead] = [await newShortLink(stranger), await newLead(stranger)];
    for (const filter of ["", `?lead_id=${lead.id}`, `?short_link_id=${link.id}`, "?clicked=0"])
      expect(await idsOf(stranger, `/link-sends${filter}`)).toEqual([]);
    expect((await stranger.get(`/link-sends/${send.id}`)).status).toBe(404);
    expect((await stranger.patch(`/link-sends/${send.id}`, { sent_at: SENT })).status).toBe(404);
    expect(
      (await stranger.post(`/short-links/${link.id}/sends`, { lead_id: ownLead.id })).status,
    ).toBe(404);
    const foreign = await stranger.post(`/short-links/${ownLink.id}/sends`, { lead_id: lead.id });
    expect(foreign.body.errors).toEqual({ lead_id: ["The selected lead id is invalid."] });
    expect(await idsOf(client, `/link-sends?short_link_id=${link.id}`)).toEqual([send.id]);
    expect((await client.get(`/link-sends/${send.id}`)).body.data).toEqual(send);
  });

  it("are made once for an Idempotency-Key", async () => {
    const { link, lead } = await newSend();
    const headers = { "Idempotency-Key": "send-1" };
    const answers = [];
    for (let i = 0; i < 2; i++)
      answers.push(
        await client.post(`/short-links/${link.id}/sends`, { lead_id: lead.id }, { headers }),
      );
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect((await idsOf(client, `/link-sends?short_link_id=${link.id}`)).length).toBe(2);
  });
});

describe("the tags on sent and on read", () => {
  it("are applied at their moments", async () => {
    const [onSent, onRead] = [
      await newTag(client),
      await newTag(client, { pipeline_stage: "engaged" }),
    ];
    const { lead, send } = await newSend({ tag_on_sent_id: onSent.id, tag_on_read_id: onRead.id });
    expect(await tagsOf(lead.id)).toEqual([]);
    await patch(send.id, { sent_at: SENT });
    expect(await tagsOf(lead.id)).toEqual([onSent.id]);
    await patch(send.id, { read_at: READ });
    const { data } = (await client.get(`/leads/${lead.id}`)).body;
    expect(data.tags.map(({ id }: { id: number }) => id)).toEqual([onSent.id, onRead.id]);
    expect(data.pipeline_stage).toBe("engaged");
    expect(data.updated_at > lead.updated_at).toBe(true);
  });

  it("are applied together when both are reported at once", async () => {
    const [onSent, onRead] = [await newTag(client), await newTag(client)];
    const { lead, send } = await newSend({ tag_on_sent_id: onSent.id, tag_on_read_id: onRead.id });
    await patch(send.id, { sent_at: SENT, read_at: READ });
    expect((await tagsOf(lead.id)).sort()).toEqual([onSent.id, onRead.id].sort());
  });

  it("are applied at most once, however often and late the moment is reported", async () => {
    const [onSent, later] = [await newTag(client), await newTag(client)];
    const { link, lead, send } = await newSend({ tag_on_sent_id: onSent.id });
    await patch(send.id, { sent_at: SENT });
    await client.delete(`/leads/${lead.id}/tags/${onSent.id}`);
    for (const sent_at of [SENT, READ, null, SENT]) await patch(send.id, { sent_at });
    expect(await tagsOf(lead.id)).toEqual([]);
    await client.put(`/short-links/${link.id}`, {
      slug: link.slug,
      destination_url: link.destination_url,
      tag_on_sent_id: later.id,
    });
    await patch(send.id, { sent_at: READ });
    expect(await tagsOf(lead.id)).toEqual([]);
    const another = await newLinkSend(client, link.id, lead.id);
    await patch(another.id, { sent_at: SENT });
    expect(await tagsOf(lead.id)).toEqual([later.id]);
  });

  it("are applied once by twenty simultaneous requests", async () => {
    const tag = await newTag(client, { pipeline_stage: "contacted" });
    const { lead, send } = await newSend({ tag_on_sent_id: tag.id });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => patch(send.id, { sent_at: SENT })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
  });

  it("leave the stage of a lead who already has the tag", async () => {
    const tag = await newTag(client, { pipeline_stage: "contacted" });
    const { lead, send } = await newSend(
      { tag_on_sent_id: tag.id },
      { tag_ids: [tag.id], pipeline_stage: "won" },
    );
    await patch(send.id, { sent_at: SENT });
    expect((await client.get(`/leads/${lead.id}`)).body.data.pipeline_stage).toBe("won");
  });

  it("wait until the lead has less than the maximum of tags", async () => {
    const tag = await newTag(client);
    const many = await Promise.all(Array.from({ length: 100 }, () => newTag(client)));
    const { lead, send } = await newSend(
      { tag_on_sent_id: tag.id },
      { tag_ids: many.map(({ id }) => id) },
    );
    const { status, body } = await patch(send.id, { sent_at: SENT });
    expect([status, body.data.sent_at]).toEqual([200, SENT]);
    await client.delete(`/leads/${lead.id}/tags/${many[0].id}`);
    await patch(send.id, { sent_at: SENT });
    expect(await tagsOf(lead.id)).toContain(tag.id);
  });

  it("do not touch other sends and other workspaces", async () => {
    const tag = await newTag(client);
    const { link, send } = await newSend({ tag_on_sent_id: tag.id });
    const bystander = await newLead(client);
    await newLinkSend(client, link.id, bystander.id);
    const stranger = await newWorkspace();
    await stranger.patch(`/link-sends/${send.id}`, { sent_at: SENT });
    expect(await idsOf(client, `/leads?tag_ids[]=${tag.id}`)).toEqual([]);
    await patch(send.id, { sent_at: SENT });
    expect(await tagsOf(bystander.id)).toEqual([]);
  });

  it("answer invalid moments with an error and change nothing", async () => {
    const tag = await newTag(client);
    const { lead, send } = await newSend({ tag_on_sent_id: tag.id });
    const { status, body } = await patch(send.id, { sent_at: SENT, read_at: "yesterday" });
    expect([status, body.errors]).toEqual([
      422,
      { read_at: ["The read at field must be a valid date."] },
    ]);
    expect((await client.get(`/link-sends/${send.id}`)).body.data).toEqual(send);
    expect(await tagsOf(lead.id)).toEqual([]);
  });
});
