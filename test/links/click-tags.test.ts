import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
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
import {
  alarmOf,
  aroundD1,
  atTime,
  click,
  counterOf,
  flushAndClassify,
  flushClicks,
  later,
} from "../support/clicks";
import { testEnv } from "../support/env";
import { rowsOf } from "../support/rows";
import { seedRun } from "../support/runs";

let client: Client;

beforeAll(async () => {
  client = await newWorkspace();
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Creates a link with a tag on click, and a lead to whom it was sent. */
async function newRecipient(tagInput: object = {}, leadInput: object = {}) {
  const [tag, lead] = [await newTag(client, tagInput), await newLead(client, leadInput)];
  const link = await newShortLink(client, { tag_on_clicked_id: tag.id });
  return { tag, lead, link, send: await newLinkSend(client, link.id, lead.id) };
}

const tagsOf = (leadId: number) => idsOf(client, `/leads/${leadId}/tags?per_page=100`);
const suspicions = async (linkId: number): Promise<(boolean | null)[]> =>
  (await client.get(`/short-links/${linkId}/clicks`)).body.data.map(
    (one: { suspected_scanner: boolean | null }) => one.suspected_scanner,
  );

describe("the tag on click", () => {
  it("is applied some seconds after a recipient's click", async () => {
    const { tag, lead, link, send } = await newRecipient({ pipeline_stage: "engaged" });
    await click(send.url);
    await flushClicks(link.id);
    expect(await suspicions(link.id)).toEqual([null]);
    expect(await tagsOf(lead.id)).toEqual([]);
    await flushAndClassify(link.id);
    expect(await suspicions(link.id)).toEqual([false]);
    const { data } = (await client.get(`/leads/${lead.id}`)).body;
    expect(data).toMatchObject({ tags: [{ id: tag.id }], pipeline_stage: "engaged" });
    expect(data.updated_at > lead.updated_at).toBe(true);
  });

  it("is applied as soon as a click is stored that nothing can make suspect", async () => {
    const { tag, lead, link, send } = await newRecipient();
    const run = await seedRun(client, await newScenario(client), lead, {
      waiting_for: "link_clicked",
    });
    await client.patch(`/link-sends/${send.id}`, { sent_at: "2026-01-01T00:00:00Z" });
    await click(send.url);
    await flushClicks(link.id);
    expect(await rowsOf("select kind from run_events where run_id = ?", run.id)).toEqual([
      { kind: "link_clicked" },
    ]);
    expect(await suspicions(link.id)).toEqual([false]);
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
    expect(await alarmOf(counterOf(link.id))).toBeGreaterThan(Date.now() + 200_000);
  });

  it("is applied within ten seconds by the link counter's alarms, without any request", async () => {
    const { tag, lead, link, send } = await newRecipient();
    const start = Date.now();
    await click(send.url);
    let time: number | null = null;
    for (let alarms = 0; alarms < 3 && (await tagsOf(lead.id)).length === 0; alarms++) {
      time = await alarmOf(counterOf(link.id));
      await atTime(time ?? start, () => flushClicks(link.id));
    }
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
    expect(time).toBeLessThanOrEqual(start + 10_000);
  });

  it("is applied once, however often the recipient clicks", async () => {
    const { tag, lead, link, send } = await newRecipient();
    await Promise.all(Array.from({ length: 10 }, () => click(send.url)));
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
    await client.delete(`/leads/${lead.id}/tags/${tag.id}`);
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toEqual([]);
    expect((await client.get(`/link-sends/${send.id}`)).body.data.clicks_count).toBe(11);
  });

  it("is not for bots, the base URL, forged tokens and other recipients", async () => {
    const { lead, link, send } = await newRecipient();
    const other = await newLinkSend(client, link.id, (await newLead(client)).id);
    await click(send.url, { headers: { "User-Agent": "facebookexternalhit/1.1" } });
    await click(`/${link.slug}`);
    await click(`${send.url}x`);
    await click(other.url);
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toEqual([]);
    expect(await tagsOf(other.lead_id)).toHaveLength(1);
  });

  it("is the link's tag at the time of the click; a later tag is for later first clicks", async () => {
    const lead = await newLead(client);
    const link = await newShortLink(client);
    const send = await newLinkSend(client, link.id, lead.id);
    await click(send.url);
    await flushAndClassify(link.id);
    const tag = await newTag(client);
    await client.put(`/short-links/${link.id}`, {
      slug: link.slug,
      destination_url: link.destination_url,
      tag_on_clicked_id: tag.id,
    });
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toEqual([]);
    const another = await newLinkSend(client, link.id, lead.id);
    await click(another.url);
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
  });

  it("is not lost while D1 fails, nor applied twice when an answer of D1 is lost", async () => {
    const { tag, lead, link, send } = await newRecipient();
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    await click(send.url);
    await flushClicks(link.id);
    const counter = counterOf(link.id);
    let failures = 0;
    await aroundD1(counter, async (call) => {
      failures++;
      if (failures > 3) await call();
      throw new Error("D1_ERROR: Network connection lost.");
    });
    for (let i = 1; i <= 4; i++) {
      expect(await tagsOf(lead.id)).toEqual([]);
      await later(5_000 * i, () => flushClicks(link.id));
    }
    expect(failures).toBe(4);
    expect(error.mock.calls.join()).toContain("clicks not flushed");
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
    await client.delete(`/leads/${lead.id}/tags/${tag.id}`);
    await aroundD1(counter, (call) => call());
    await later(30_000, () => flushClicks(link.id));
    expect(await tagsOf(lead.id)).toEqual([]);
    expect(await suspicions(link.id)).toEqual([false]);
  });

  it("waits until the lead has less than the maximum of tags", async () => {
    const many = await Promise.all(Array.from({ length: 100 }, () => newTag(client)));
    const { tag, lead, link, send } = await newRecipient({}, { tag_ids: many.map(({ id }) => id) });
    const other = await newLinkSend(client, link.id, (await newLead(client)).id);
    for (const { url } of [send, other]) await click(url);
    await flushAndClassify(link.id);
    expect(await tagsOf(other.lead_id)).toEqual([tag.id]);
    expect(await tagsOf(lead.id)).not.toContain(tag.id);
    await client.delete(`/leads/${lead.id}/tags/${many[0].id}`);
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await tagsOf(lead.id)).toContain(tag.id);
  });
});

describe("suspects a scanner", () => {
  const sentAt = (id: number, ms: number) =>
    client.patch(`/link-sends/${id}`, { sent_at: new Date(ms).toISOString() });

  it("in a click within two seconds of sending: it counts, and its tag waits for a person's click", async () => {
    const { tag, lead, link, send } = await newRecipient();
    await sentAt(send.id, Date.now() - 1_000);
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await suspicions(link.id)).toEqual([true]);
    expect((await client.get(`/link-sends/${send.id}`)).body.data).toMatchObject({
      clicks_count: 1,
    });
    expect((await client.get(`/short-links/${link.id}`)).body.data.clicks_count).toBe(1);
    expect(await tagsOf(lead.id)).toEqual([]);
    await later(60_000, () => click(send.url));
    await later(60_000, () => flushAndClassify(link.id));
    expect(await suspicions(link.id)).toEqual([false, true]);
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
  });

  it("in no click that comes later", async () => {
    const { tag, lead, link, send } = await newRecipient();
    await sentAt(send.id, Date.now() - 3_000);
    await click(send.url);
    await flushAndClassify(link.id);
    expect(await suspicions(link.id)).toEqual([false]);
    expect(await tagsOf(lead.id)).toEqual([tag.id]);
  });

  /** Creates two links that were sent to one lead in these messages. */
  async function newPair(messageIds: [number | null, number | null]) {
    const lead = await newLead(client);
    const pair = [];
    for (const messageId of messageIds) {
      const tag = await newTag(client);
      const link = await newShortLink(client, { tag_on_clicked_id: tag.id });
      const send = await newLinkSend(client, link.id, lead.id);
      await testEnv.DB.prepare("update link_sends set message_id = ? where id = ?")
        .bind(messageId, send.id)
        .run();
      pair.push({ tag, link, send });
    }
    return { lead, pair };
  }

  it.each([
    ["of one message", [7, 7], true],
    ["that the client sent itself", [null, null], true],
    ["of two messages", [7, 8], false],
    ["with and without a message", [7, null], false],
  ] as const)("in clicks on two links %s within two seconds", async (_, [one, other], expected) => {
    const { lead, pair } = await newPair([one, other]);
    for (const { send } of pair) await click(send.url);
    for (const { link } of pair) await flushClicks(link.id);
    for (const { link } of pair) await flushAndClassify(link.id);
    for (const { link } of pair) expect(await suspicions(link.id)).toEqual([expected]);
    expect(await tagsOf(lead.id)).toHaveLength(expected ? 0 : 2);
  });

  it("in both clicks, even if the second reaches D1 after the first", async () => {
    const { lead, pair } = await newPair([9, 9]);
    const [first, second] = pair;
    // The clock stands still, so that the test's own duration does not separate the clicks.
    await later(0, async () => {
      await click(first!.send.url);
      await flushClicks(first!.link.id);
      await later(1_900, () => click(second!.send.url));
      await later(2_900, () => flushClicks(second!.link.id));
      for (const { link } of pair) await later(5_000, () => flushAndClassify(link.id));
    });
    for (const { link } of pair) expect(await suspicions(link.id)).toEqual([true]);
    expect(await tagsOf(lead.id)).toEqual([]);
  });

  it("in both clicks, whenever their link counters wake", async () => {
    const { lead, pair } = await newPair([9, 9]);
    const [first, second] = pair;
    const bystander = await newLinkSend(client, second!.link.id, (await newLead(client)).id);
    const start = Date.now();
    const at = <T>(ms: number, act: () => Promise<T>) => atTime(start + ms, act);
    await click(first!.send.url);
    await flushClicks(first!.link.id);
    await at(150, async () => {
      await click(bystander.url);
      await flushClicks(second!.link.id);
    });
    await at(1_900, () => click(second!.send.url));
    const alarms = await Promise.all(
      pair.map(async ({ link }) => ({ link, time: (await alarmOf(counterOf(link.id)))! })),
    );
    for (const { link, time } of alarms.toSorted((a, b) => a.time - b.time))
      await at(time - start, () => flushClicks(link.id));
    for (const { link } of pair) await at(10_000, () => flushClicks(link.id));
    expect(await suspicions(first!.link.id)).toEqual([true]);
    expect(await tagsOf(lead.id)).toEqual([]);
  });

  it("in no clicks on two links further apart, on the same link, or of two leads", async () => {
    const { pair } = await newPair([9, 9]);
    const [first, second] = pair;
    const neighbour = await newLinkSend(client, second!.link.id, (await newLead(client)).id);
    await testEnv.DB.prepare("update link_sends set message_id = 9 where id = ?")
      .bind(neighbour.id)
      .run();
    for (const url of [first!.send.url, first!.send.url, neighbour.url]) await click(url);
    await later(2_500, () => click(second!.send.url));
    for (const { link } of pair) await later(3_000, () => flushAndClassify(link.id));
    expect(await suspicions(first!.link.id)).toEqual([false, false]);
    expect(await suspicions(second!.link.id)).toEqual([false, false]);
  });
});
