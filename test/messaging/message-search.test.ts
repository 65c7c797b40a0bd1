import { beforeEach, describe, expect, it } from "vitest";
import { readBatch, unscopedBatch } from "#db/batch";
import {
  indexMessages,
  moveIndexed,
  selectProgress,
  selectUnindexed,
} from "#db/statements/messages/search";
import { templateOfMessage } from "#features/messaging/templates/known";
import { indexChunk } from "#features/operations/chunks/message-search";
import { resumeChunks } from "#features/operations/chunks/overdue";
import { foldText } from "#lib/text";
import { type Client, newChannel, newInbound, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";
import { eventually } from "../support/eventually";
import { metered, meterOf } from "../support/meter";
import { rowsOf } from "../support/rows";
import { databaseOf } from "../support/scope";

let client: Client;
let channel: { id: number };
let lead: { id: number };
let conversation: number;

beforeEach(async () => {
  client = await newWorkspace();
  channel = await newChannel(client);
  lead = await newLead(client);
  conversation = (await newInbound(client, channel.id, lead.id, { text: "first" })).conversation_id;
});

/** Inserts messages straight into D1. Returns the id of the last. */
async function seed(count: number, text: string, of = conversation) {
  await rowsOf(
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ?1)
     insert into messages (workspace_id, conversation_id, direction, type, text, status, created_at)
     select workspace_id, id, 'inbound', 'text', replace(?2, '#', n), 'received', ?3 + n
     from numbers cross join conversations where id = ?4`,
    count,
    text,
    Date.now(),
    of,
  );
  const [row] = await rowsOf<{ id: number }>("select max(id) as id from messages");
  return row!.id;
}

async function indexAll() {
  while (await indexChunk(databaseOf())) {
    // The next chunk.
  }
}

const textsOf = async (query: string, by = client): Promise<string[]> => {
  const texts: string[] = [];
  for (let path = `/messages?${query}`; ; ) {
    const { status, body, text } = await by.get(path);
    expect(status, text).toBe(200);
    texts.push(...body.data.map((message: { text: string }) => message.text));
    if (!body.meta.next_cursor) return texts;
    path = `/messages?${query}&cursor=${body.meta.next_cursor}`;
  }
};

const indexed = async () => (await rowsOf("select id from messages_search_docsize")).length;
const isIndexed = async (id: number) =>
  (await rowsOf("select id from messages_search_docsize where id = ?", id)).length === 1;

describe("the text of a message that was edited", () => {
  it("is found, and the first one no more, before and after it is indexed", async () => {
    const id = await seed(1, "a needle at first");
    await seed(250, "hay");
    await indexAll();
    expect(await isIndexed(id)).toBe(true);
    const found = async () => [await textsOf("text=needle"), await textsOf("text=thimble")];
    const edited = `update messages set text = ?, edited_at = ?, updated_at = ? where id = ?`;
    const [text, now] = ["a thimble now", Date.now()];
    await rowsOf(edited, text, now, now, id);
    expect([await isIndexed(id), await found()]).toEqual([false, [[], [text]]]);
    // The worker may have read the first text before the edit came.
    const stale = { id, editedAt: null, grams: "stale" };
    await unscopedBatch({ db: databaseOf() }, { added: indexMessages([stale]) });
    expect(await isIndexed(id)).toBe(false);
    await indexAll();
    expect([await isIndexed(id), await found()]).toEqual([true, [[], [text]]]);
  });
});

describe("a search over messages", () => {
  it("finds the titles and texts of buttons and cards, before and after they are indexed", async () => {
    const url = "https://example.com/dates";
    const card = { media: { url }, buttons: [{ title: "Aquarelle", url }] };
    for (const message of [
      { type: "link_button", text: "one", link_buttons: [{ title: "Calendrier", url }] },
      { type: "cards", text: "two", cards: [{ ...card, title: "Gouache", text: "Lavis" }, card] },
    ])
      expect((await client.post(`/conversations/${conversation}/messages`, message)).status).toBe(
        201,
      );
    const hostile = { cards: [7, { title: {}, buttons: 7 }], link_buttons: "calendrier" };
    await newInbound(client, channel.id, lead.id, { text: "three", payload: hostile });
    const search = async () => [
      ...(await textsOf("text=calendrier")),
      ...(await textsOf("text=gouache")),
      ...(await textsOf("text=lavis")),
      ...(await textsOf("text=aquarelle")),
      ...(await textsOf("text=three")),
    ];
    const all = ["one", "two", "two", "two", "three"];
    expect(await search()).toEqual(all);
    await seed(250, "hay");
    await indexAll();
    expect(await search()).toEqual(all);
  });

  it("finds parts of texts, ignoring case and accents, before and after they are indexed", async () => {
    await newInbound(client, channel.id, lead.id, { text: "Où est la CLÉ d'Élodie ?" });
    await newInbound(client, channel.id, lead.id, { text: '100% sûr_ "oui"' });
    await client.post(`/conversations/${conversation}/messages`, { text: "Die Straße 'x' 漢字文" });
    const search = async () => ({
      accents: await textsOf("text=cle%20d%27elodie"),
      short: await textsOf("text=OUI"),
      signs: await textsOf(`text=${encodeURIComponent('100% sur_ "')}`),
      sharp: await textsOf("text=STRASSE"),
      cjk: await textsOf(`text=${encodeURIComponent("漢字文")}`),
      none: await textsOf("text=cle%20elodie"),
      outbound: await textsOf("text=str&direction=outbound"),
      inbound: await textsOf("text=str&direction=inbound"),
      ofLead: await textsOf(`text=elodie&lead_id=${lead.id}`),
      ofTalk: await textsOf(`text=elodie&conversation_id=${conversation}`),
      elsewhere: await textsOf("text=elodie&conversation_id=999999999"),
    });
    const [elodie, signs, street] = [
      "Où est la CLÉ d'Élodie ?",
      '100% sûr_ "oui"',
      "Die Straße 'x' 漢字文",
    ];
    const expected = {
      accents: [elodie],
      short: [signs],
      signs: [signs],
      sharp: [street],
      cjk: [street],
      none: [],
      outbound: [street],
      inbound: [],
      ofLead: [elodie],
      ofTalk: [elodie],
      elsewhere: [],
    };
    expect(await search()).toEqual(expected);
    await seed(250, "filler number #");
    await indexAll();
    expect(await search()).toEqual(expected);
  });

  it("takes typographic marks for the plain ones, and finds them by either", async () => {
    for (const text of ["J’ai 29\u202fans", "e\u2011mail reçu", "co\u00adopération", "“super”"])
      await newInbound(client, channel.id, lead.id, { text });
    for (const text of [
      "j'ai 29 ans",
      "J‘AI",
      "e-mail",
      "e–mail",
      "coopération",
      '"super"',
      "«sup",
    ])
      expect([text, await textsOf(`text=${encodeURIComponent(text)}`)]).toEqual([
        text,
        [expect.any(String)],
      ]);
  });

  it("finds what the recipient of a template sees, or what fills it where that is not known", async () => {
    const body = { type: "BODY", text: "Bonjour {{1}}, votre séance a lieu {{2}}" };
    const footer = { type: "FOOTER", text: "Répondez STOP" };
    await client.post(`/channels/${channel.id}/templates`, {
      ...{ name: "seance", language: "fr", category: "utility" },
      components: [body, footer],
    });
    const send = async (name: string, ...texts: string[]) => {
      const parameters = texts.map((text) => ({ type: "text", text }));
      const template = { name, language: "fr", components: [{ type: "body", parameters }] };
      const { body } = await client.post(`/conversations/${conversation}/messages`, {
        type: "template",
        template,
      });
      return body.data.id;
    };
    const [known, unknown] = [await send("seance", "Zoé", "mardi"), await send("autre", "jeudi")];
    const found = async (text: string) =>
      (await client.get(`/messages?text=${encodeURIComponent(text)}`)).body.data.map(
        ({ id }: { id: number }) => id,
      );
    const check = async () => {
      expect(await found("bonjour zoe, votre")).toEqual([known]);
      expect(await found("LIEU MARDI")).toEqual([known]);
      expect(await found("répondez stop")).toEqual([known]);
      expect(await found("jeudi")).toEqual([unknown]);
      expect(await found("seance_")).toEqual([]);
    };
    await check();
    await seed(250, "after the templates #");
    await indexAll();
    expect([await isIndexed(known), await isIndexed(unknown)]).toEqual([true, true]);
    await check();
    await rowsOf("update messages set payload = '{}' where id = ?", known);
    expect(await isIndexed(known)).toBe(false);
    expect(await found("bonjour zoe")).toEqual([]);
  });

  it("finds notes, which no list without a text has", async () => {
    const { body } = await client.post(`/conversations/${conversation}/notes`, {
      text: "Rappeler après le devis",
    });
    const found = async (query: string) =>
      (await client.get(`/messages?${query}`)).body.data.map(({ id }: { id: number }) => id);
    for (let indexed = 0; indexed < 2; indexed++) {
      expect(await found("text=apres%20le%20DEVIS")).toEqual([body.data.id]);
      expect(await found("text=devis&direction=internal")).toEqual([body.data.id]);
      expect(await found("text=devis&direction=outbound")).toEqual([]);
      expect(await found(`conversation_id=${conversation}`)).not.toContain(body.data.id);
      await seed(250, "after the note #");
      await indexAll();
    }
    await client.delete(`/messages/${body.data.id}`);
    expect(await found("text=devis")).toEqual([]);
  });

  it("finds two letters of the scripts that write a word with no more, and of no others", async () => {
    const texts = ["你好世界", "カタログを送って", "안녕하세요", "ขอบคุณครับ", "لا شكرا", "ab cd"];
    for (const text of texts) await newInbound(client, channel.id, lead.id, { text });
    for (let indexed = 0; indexed < 2; indexed++) {
      for (const [wanted, text] of [
        ["世界", "你好世界"],
        ["カタ", "カタログを送って"],
        ["ログ", "カタログを送って"],
        ["하세", "안녕하세요"],
        ["ขอ", "ขอบคุณครับ"],
        ["لا", "لا شكرا"],
      ])
        expect(await textsOf(`text=${encodeURIComponent(wanted!)}`), wanted).toEqual([text]);
      for (const wanted of ["ab", "界a", "に。", "かb"])
        expect((await client.get(`/messages?text=${encodeURIComponent(wanted)}`)).status).toBe(422);
      await seed(250, "after the letters #");
      await indexAll();
    }
  });

  it("goes back for no edit of what was written long ago", async () => {
    const id = await seed(1, "long ago");
    const editAfter = async (others: number) => {
      await rowsOf("delete from clean_ups where name = 'message_search'");
      await rowsOf(
        "insert into clean_ups (name, position) values ('message_search', ?)",
        id + others,
      );
      await rowsOf("update messages set edited_at = ? where id = ?", others, id);
      const [row] = await rowsOf<{ position: number }>(
        "select position from clean_ups where name = 'message_search'",
      );
      return row!.position;
    };
    expect(await editAfter(10_000)).toBe(id - 1);
    expect(await editAfter(10_001)).toBe(id + 10_001);
    await rowsOf("delete from clean_ups where name = 'message_search'");
  });

  it("finds an edited text by what it is now", async () => {
    const id = await seed(1, "see you on monday");
    await seed(250, "after the edit #");
    await indexAll();
    await rowsOf("update messages set text = 'see you on friday', edited_at = 1 where id = ?", id);
    for (let indexed = 0; indexed < 2; indexed++) {
      expect(await textsOf("text=on%20friday")).toEqual(["see you on friday"]);
      expect(await textsOf("text=on%20monday")).toEqual([]);
      await indexAll();
    }
    expect(await isIndexed(id)).toBe(true);
  });

  it("refuses texts of fewer than three characters", async () => {
    for (const text of ["ab", "é́", "a\u200b\u00adb"])
      expect(
        (await client.get(`/messages?text=${encodeURIComponent(text)}`)).body.errors.text,
      ).toEqual(["The text field must be at least 3 characters."]);
  });

  it("lists all matches in order over both walks, forwards and backwards, none twice", async () => {
    await seed(230, "needle old #");
    await seed(60, "hay #");
    await indexAll();
    await seed(70, "Needle new #");
    const expected = [
      ...Array.from({ length: 70 }, (_, index) => `Needle new ${70 - index}`),
      ...Array.from({ length: 230 }, (_, index) => `needle old ${230 - index}`),
    ];
    const pages: string[][] = [];
    let [path, last] = ["/messages?text=needle&per_page=40", ""];
    while (path) {
      const { body } = await client.get(path);
      pages.push(body.data.map(({ text }: { text: string }) => text));
      last = path;
      const next = body.meta.next_cursor;
      path = next ? `/messages?text=needle&per_page=40&cursor=${next}` : "";
    }
    expect(pages.flat()).toEqual(expected);
    expect(pages.every((page) => page.length <= 40)).toBe(true);
    const back: string[] = [];
    for (let { body } = await client.get(last); body.meta.prev_cursor; ) {
      ({ body } = await client.get(
        `/messages?text=needle&per_page=40&cursor=${body.meta.prev_cursor}`,
      ));
      back.unshift(...body.data.map(({ text }: { text: string }) => text));
    }
    expect(back).toEqual(expected.slice(0, back.length));
    expect(back.length).toBeGreaterThanOrEqual(expected.length - 40);
    const csv = await client.get("/messages?text=needle", undefined, {
      headers: { Accept: "text/csv" },
    });
    expect(csv.text.trim().split("\n")).toHaveLength(301);
  });

  it("goes on past texts that have all n-grams but do not match", async () => {
    await seed(1, "the abcdexcdefg one");
    await seed(260, "abcde cdefg #");
    await seed(1, "abcdefg at last");
    await seed(260, "abcde cdefg #");
    await indexAll();
    expect(await textsOf("text=abcdefg")).toEqual(["abcdefg at last"]);
    expect(await textsOf("text=cde&per_page=10")).toHaveLength(522);
  });

  it("keeps workspaces apart", async () => {
    await seed(210, "secret #");
    await indexAll();
    await seed(3, "secret too #");
    const stranger = await newWorkspace();
    expect(await textsOf("text=secret", stranger)).toEqual([]);
    expect(await textsOf(`text=secret&conversation_id=${conversation}`, stranger)).toEqual([]);
    expect(await textsOf("text=secret")).toHaveLength(213);
  });
});

describe("the index of messages", () => {
  it("forgets what is deleted or erased, and what was while it was being added", async () => {
    const last = await seed(220, "gone #");
    await indexAll();
    expect([await isIndexed(last), await isIndexed(last - 1)]).toEqual([true, true]);
    await rowsOf("update messages set text = null where id = ?", last);
    await rowsOf("delete from messages where id = ?", last - 1);
    expect([await isIndexed(last), await isIndexed(last - 1)]).toEqual([false, false]);
    const before = await indexed();
    await client.delete(`/leads/${lead.id}`);
    expect(await textsOf("text=gone")).toEqual([]);
    expect(await indexed()).toBeLessThanOrEqual(before);
  });

  it("is the same whoever adds to it, once or twice, and takes in what is restored", async () => {
    const last = await seed(640, "message number # of many");
    await Promise.all([indexChunk(databaseOf()), indexChunk(databaseOf())]);
    await indexAll();
    expect(await textsOf("text=number%20640%20of")).toHaveLength(1);
    expect(await indexChunk(databaseOf())).toBe(false);
    const entries = await indexed();
    await rowsOf("delete from messages where id = ?", last - 300);
    await rowsOf(
      `insert into messages (id, workspace_id, conversation_id, direction, type, text, status, created_at)
       select ?, workspace_id, id, 'inbound', 'text', 'restored text', 'received', 1
       from conversations where id = ?`,
      last - 300,
      conversation,
    );
    expect(await textsOf("text=restored")).toEqual(["restored text"]);
    await seed(200, "later #");
    await indexAll();
    expect(await isIndexed(last - 300)).toBe(true);
    expect(await textsOf("text=restored")).toEqual(["restored text"]);
    expect(await indexed()).toBeGreaterThanOrEqual(entries);
  });

  it("stays behind a message that is restored among those which a chunk has read", async () => {
    const last = await seed(420, "read by a chunk #");
    const restored = last - 100;
    await rowsOf("delete from messages where id = ?", restored);
    const known = await readBatch(
      { db: databaseOf() },
      { progress: selectProgress(1_000), rows: selectUnindexed(1_000, 500, templateOfMessage) },
    );
    const { position, last: to } = known.progress[0]!;
    await rowsOf(
      `insert into messages (id, workspace_id, conversation_id, direction, type, text, status, created_at)
       select ?, workspace_id, id, 'inbound', 'text', 'restored meanwhile', 'received', 1
       from conversations where id = ?`,
      restored,
      conversation,
    );
    const items = known.rows.map(({ id, editedAt }) => ({ id, editedAt, grams: "" }));
    await unscopedBatch(
      { db: databaseOf() },
      { added: indexMessages(items), moved: moveIndexed(position, to!) },
    );
    expect(await textsOf("text=restored%20meanwhile")).toEqual(["restored meanwhile"]);
    await seed(200, "later #");
    await indexAll();
    expect(await isIndexed(restored)).toBe(true);
    expect(await textsOf("text=restored%20meanwhile")).toEqual(["restored meanwhile"]);
  });

  it("is kept though a character may be folded into many", async () => {
    await indexAll();
    const wide = Array.from({ length: 0xff00 }, (_, code) => String.fromCharCode(code))
      .filter((one) => /\p{L}|\p{S}|\p{P}/u.test(one) && foldText(one).length > 1)
      .filter((one) => new TextEncoder().encode(foldText(one)).length > 5);
    let random = 12_345;
    const next = () => {
      random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
      return wide[Math.floor((random / 2 ** 32) * wide.length)]!;
    };
    const texts = Array.from({ length: 5 }, () => Array.from({ length: 4_000 }, next).join(""));
    for (const text of texts) await seed(1, text);
    const last = await seed(220, "behind wide texts #");
    await indexAll();
    expect(await isIndexed(last)).toBe(true);
    expect(await textsOf(`text=${encodeURIComponent(texts[4]!.slice(0, 8))}`)).toEqual([texts[4]]);
  });

  it("is kept by the worker of chunks, which the cron wakes once there are 200 new messages", async () => {
    await indexAll();
    const last = await seed(450, "for the worker #");
    await resumeChunks(testEnv, "DB");
    await eventually(async () => expect(await isIndexed(last - 250)).toBe(true));
    expect(await textsOf("text=worker%20450")).toEqual(["for the worker 450"]);
  });

  it("costs a row a message to write, and a search reads little more than it finds", async () => {
    await indexAll();
    const text = "Good morning #, could you send me the details about the program and the dates?";
    await seed(2_000, text);
    await seed(1, "the quick brown fox");
    const stranger = await newWorkspace();
    const other = (
      await newInbound(stranger, (await newChannel(stranger)).id, (await newLead(stranger)).id)
    ).conversation_id;
    // The newest are a stranger's, so that all of the workspace's own are in the index.
    await seed(250, "stranger #", other);
    const { meter, database } = metered(testEnv.DB);
    const db = databaseOf({ DB: database });
    while (await indexChunk(db)) {
      // The next chunk.
    }
    expect(meter.rowsWritten / 2_050).toBeLessThan(1.15);
    const readBy = async (query: string) => {
      const { rowsRead, trips } = await meterOf((fetcher) =>
        client.get(`/messages?${query}`, undefined, { fetcher }),
      );
      expect(trips).toBe(1);
      return rowsRead;
    };
    expect(await readBy("text=quick%20brown")).toBeLessThanOrEqual(15);
    expect(await readBy("text=absent")).toBeLessThanOrEqual(11);
    expect(await readBy("text=morning")).toBeLessThanOrEqual(120);
    expect(await readBy("text=details&direction=outbound")).toBeLessThanOrEqual(6_050);
  });
});
