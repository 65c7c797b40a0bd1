import { createScheduledController } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { searchExpression } from "#features/leads/search/ngram-index";
import worker from "../../src/index";
import { type Client, idsOf, newLead, newWorkspace } from "../support/api";
import { testEnv } from "../support/env";

const scopeOf = ({ workspaceId }: Client) => ({ workspaceId, defaultCountry: null });

describe("search", () => {
  let client: Client;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    client = await newWorkspace();
    const people: Record<string, object> = {
      elodie: {
        first_name: "Élodie",
        last_name: "Müller-Straße",
        email: "Elodie.Muller@Example.com",
        username: "élo_die",
      },
      soren: {
        first_name: "Søren",
        last_name: "Ærø",
        email: "100%_off@example.com",
        phone: "+45 20 12 34 56",
      },
      quote: { first_name: 'Ann "The* OR', last_name: "NEAR(x)", username: "a'b\"c" },
      emoji: { first_name: "🦊🦊🦊", last_name: "Fox 👩‍👩‍👧", username: "日本語テスト" },
      long: { first_name: "x".repeat(255), last_name: "y".repeat(255) },
      first: { first_name: "Solo" },
      last: { last_name: "Martin" },
      jeanne: { first_name: "Jeanne", last_name: "D’Arc", username: "co\u00adop" },
      greek: { first_name: "ΟΔΥΣΣΕΥΣ", last_name: "Ñandú" },
    };
    for (const [key, person] of Object.entries(people))
      ids[key] = (await newLead(client, { first_name: null, ...person })).id;
    const other = await newWorkspace();
    for (const person of Object.values(people)) await newLead(other, person);
  });

  it.each([
    ["name", "elodie", ["elodie"]],
    ["name", "ÉLODIE", ["elodie"]],
    ["name", "die mul", ["elodie"]],
    ["name", "strasse", ["elodie"]],
    ["name", "soren aero", ["soren"]],
    ["name", "søren", ["soren"]],
    ["name", 'ann "the* or', ["quote"]],
    ["name", "NEAR(", ["quote"]],
    ["name", '"', ["quote"]],
    ["name", "*", ["quote"]],
    ["name", "🦊🦊🦊", ["emoji"]],
    ["name", "🦊", ["emoji"]],
    ["name", "👩‍👩‍👧", ["emoji"]],
    ["name", "x".repeat(255), ["long"]],
    ["name", "xy", []],
    ["name", "x y", ["long"]],
    ["name", "odyss", []],
    ["name", "οδυσσευσ", ["greek"]],
    ["name", "nandu", ["greek"]],
    ["name", "solo", ["first"]],
    ["name", "d'arc", ["jeanne"]],
    ["name", "jeanne\u00a0 D‘ARC", ["jeanne"]],
    ["username", "coop", ["jeanne"]],
    ["name", "martin", ["last"]],
    ["name", "%", []],
    ["name", "_", []],
    ["email", "elodie.muller@", ["elodie"]],
    ["email", "100%_", ["soren"]],
    ["email", "0%", ["soren"]],
    ["email", "_o", ["soren"]],
    ["email", "EXAMPLE", ["soren", "elodie"]],
    ["phone", "+4520", ["soren"]],
    ["phone", "12345", ["soren"]],
    ["username", "elo_", ["elodie"]],
    ["username", "a'b\"c", ["quote"]],
    ["username", "本語", ["emoji"]],
    ["username", "日本語テスト", ["emoji"]],
    ["username", "elo-die", []],
    ["name", "\u0301", []],
  ])("finds by %s %j", async (field, wanted, found) => {
    const listed = await idsOf(client, `/leads?${field}=${encodeURIComponent(wanted)}`);
    expect(listed).toEqual(found.map((key) => ids[key]));
  });

  it.each([
    ..."'\"`%_*^()[]{}:;,.+-=~|&!?@#$/\\<>",
    "''",
    '""',
    " OR ",
    "NEAR(a b)",
    "name : x",
    "a* -b ^c",
    "--;/*x*/",
    "\t",
    "\n\r\n",
    "\u0001",
    "a\u001fb\u007fc\u0085d",
    "\u00a0",
    "\u202emar\u202c",
    "e\u0301\u0302\u0323",
    "\u093f\u0902",
    "\u{1fae9}",
    "👩‍👩‍👧‍👦🇫🇷",
    "𠮷野家",
    "한국어 이름",
    "สวัสดี",
    "مرحبا",
    "שלום",
    "ﷺ",
    "ﬃŉßẞİıǅ",
    "\ufdd0\uffff\ufeff",
    "\u{10ffff}",
    "0123456789abcdef",
    "true",
    "null",
  ])("finds %j at any position, and only that", async (text) => {
    const client = await newWorkspace();
    const { id } = await newLead(client, { first_name: `Q${text}R`, last_name: `V${text}` });
    const { id: second } = await newLead(client, {
      first_name: null,
      username: `Q${text}R`,
      email: `${text}R@example.org`,
    });
    await newLead(client, { first_name: "Qr", last_name: "V", username: "qr" });
    const by = (field: string, wanted: string) =>
      idsOf(client, `/leads?${field}=${encodeURIComponent(wanted)}`);
    expect(await by("name", `q${text}r`)).toEqual([id]);
    expect(await by("name", `q${text}r v${text}`)).toEqual([id]);
    expect(await by("username", `Q${text}R`)).toEqual([second]);
    expect(await by("email", `${text}r@e`)).toEqual([second]);
    expect(await by("phone", `q${text}r`)).toEqual([]);
  });

  it("finds every part of a text", async () => {
    const client = await newWorkspace();
    const name = "Ann-Ève O'Neil";
    const { id } = await newLead(client, { first_name: name });
    await newLead(client, { first_name: "Zyx" });
    for (let from = 0; from < name.length; from++) {
      for (let to = from + 1; to <= name.length; to++) {
        const piece = name.slice(from, to).trim();
        const listed =
          piece === "" ? [id] : await idsOf(client, `/leads?name=${encodeURIComponent(piece)}`);
        expect(listed, piece).toEqual([id]);
      }
    }
  });

  it("finds in all fields at once, in the longest texts", async () => {
    const client = await newWorkspace();
    // The character that folds to the most characters: 18.
    const [longest, cased] = [
      "\ufdfa".repeat(255),
      Array.from({ length: 255 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join(""),
    ];
    const texts = {
      first_name: longest,
      last_name: longest,
      username: longest,
      email: longest,
      phone: longest,
    };
    const { id } = await newLead(client, texts);
    const { id: other } = await newLead(client, {
      first_name: cased,
      last_name: cased,
      username: cased,
      email: cased,
      phone: cased,
    });
    for (const [text, found] of [
      [longest, id],
      [cased, other],
    ] as const) {
      const query = ["name", "email", "phone", "username"]
        .map((field) => `${field}=${encodeURIComponent(text)}`)
        .join("&");
      expect(await idsOf(client, `/leads?${query}`)).toEqual([found]);
    }
  });

  it("keeps workspaces apart whose ids have the same beginning", async () => {
    const clients = [];
    for (let count = 0; count < 13; count++) clients.push(await newWorkspace());
    for (const { workspaceId } of clients) {
      for (const name of ["n", "1n", "e1", String(workspaceId), `${workspaceId}n31`]) {
        await testEnv.DB.prepare(
          "insert into leads (workspace_id, seq, first_name_search, created_at, updated_at) values (?, 1, ?, 0, 0)",
        )
          .bind(workspaceId, name)
          .run();
      }
    }
    const own = await testEnv.DB.prepare(
      "select id, workspace_id as workspace, first_name_search as name from leads",
    ).all<{
      id: number;
      workspace: number;
      name: string;
    }>();
    for (const client of clients) {
      for (const wanted of ["1", "n", "1n", "n31", "e"]) {
        const expected = own.results.filter(
          ({ workspace, name }) => workspace === client.workspaceId && name?.includes(wanted),
        );
        expect(await idsOf(client, `/leads?name=${wanted}`)).toEqual(
          expected.map(({ id }) => id).toReversed(),
        );
        const { results } = await testEnv.DB.prepare(
          "select rowid as id from leads_search where leads_search match ? order by rowid desc",
        )
          .bind(searchExpression(scopeOf(client), { name: wanted })!)
          .all<{ id: number }>();
        expect(results.map(({ id }) => id)).toEqual(expected.map(({ id }) => id).toReversed());
      }
    }
  });

  it("keeps no changed or deleted text, also once the index is merged", async () => {
    const client = await newWorkspace();
    const candidates = async (name: string) => {
      const match = searchExpression(scopeOf(client), { name })!;
      const { results } = await testEnv.DB.prepare(
        "select rowid as id from leads_search where leads_search match ?",
      )
        .bind(match)
        .all();
      return results.map(({ id }) => id);
    };
    const [{ id }, { id: other }] = [
      await newLead(client, { first_name: "Zoé", last_name: "Xu" }),
      await newLead(client, { last_name: "Xu" }),
    ];
    expect(await candidates("zoe")).toEqual([id]);
    await client.patch(`/leads/${id}`, { first_name: "Ada" });
    for (let merged = 0; merged < 2; merged++) {
      expect(await candidates("zoe")).toEqual([]);
      expect(await candidates("a xu")).toEqual([id]);
      expect(await candidates("x")).toEqual([id, other]);
      await worker.scheduled(createScheduledController(), testEnv);
    }
    await client.delete(`/leads/${other}`);
    for (let merged = 0; merged < 2; merged++) {
      expect(await candidates("x")).toEqual([id]);
      await worker.scheduled(createScheduledController(), testEnv);
    }
  });

  it("leaves few segments to read once the index is merged", async () => {
    const client = await newWorkspace();
    for (let count = 0; count < 40; count++) await newLead(client);
    await worker.scheduled(createScheduledController(), testEnv);
    const segments = await testEnv.DB.prepare(
      "select count(distinct segid) as n from leads_search_idx",
    ).first<number>("n");
    expect(segments).toBeLessThanOrEqual(6);
  });

  it("follows changes and deletions", async () => {
    const { id } = await newLead(client, { first_name: "Before", last_name: "Kept" });
    await client.patch(`/leads/${id}`, { first_name: "After" });
    expect(await idsOf(client, "/leads?name=before")).toEqual([]);
    expect(await idsOf(client, "/leads?name=after%20kept")).toEqual([id]);
    await client.patch(`/leads/${id}`, { first_name: null });
    expect(await idsOf(client, "/leads?name=kept")).toEqual([id]);
    await client.delete(`/leads/${id}`);
    expect(await idsOf(client, "/leads?name=kept")).toEqual([]);
  });

  it("accepts at most 255 characters", async () => {
    const { status, body } = await client.get(`/leads?name=${"🦊".repeat(256)}`);
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      name: ["The name field must not be greater than 255 characters."],
    });
    expect((await client.get(`/leads?name=${encodeURIComponent("🦊".repeat(255))}`)).status).toBe(
      200,
    );
  });
});
