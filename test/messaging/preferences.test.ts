import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { freeze, unfreeze } from "#db/placement/freeze";
import { identities } from "#features/access/settings/public-identity";
import { signUrl } from "#features/messaging/preferences/token";
import {
  type Answer,
  type Client,
  call,
  newChannel,
  newInbound,
  newLead,
  newScenario,
  newWorkspace,
} from "../support/api";
import { testEnv } from "../support/env";
import { brokenDatabase, metered, serveWith } from "../support/meter";
import { optoutsOf } from "../support/received";
import { databaseOf } from "../support/scope";
import { newWorkspaceInSecond, openSecond } from "../support/second-database";
import { serve } from "../support/serve";

let client: Client;
let lead: { id: number };
let path: string;

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

const pathOf = async ({ workspaceId }: Pick<Client, "workspaceId">, leadId: number) =>
  new URL(await signUrl("https://sho.rt", testEnv.APP_KEY ?? "", { workspaceId, leadId })).pathname;

const open = (url = path, headers: Record<string, string> = {}) => call("GET", url, { headers });
const send = (form: string, url = path, headers: Record<string, string> = {}) =>
  call("POST", url, { raw: form, headers: { ...FORM, ...headers } });
const isOptout = async ({ id } = lead) => (await client.get(`/leads/${id}`)).body.data.is_optout;
const ledger = async ({ id } = lead) =>
  (await client.get(`/leads/${id}/consents`)).body.data.map(
    ({ kind, method }: { kind: string; method: string }) => `${kind} ${method}`,
  );

const expectPage = (answer: Answer, status: number) => {
  expect(answer.status).toBe(status);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
  expect(answer.headers.get("Vary")).toBe("Accept-Language");
  expect(answer.headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  expect(answer.text).not.toMatch(/<script|src=|url\(/);
  expect(answer.text.length).toBeLessThan(10_000);
};

beforeAll(async () => {
  client = await newWorkspace({ name: "Atelier", default_country: "FR" });
  lead = await newLead(client, { phone: "+33639980142" });
  path = await pathOf(client, lead.id);
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a lead's preferences", () => {
  it("are shown to whoever has their URL, without the contact itself", async () => {
    const answer = await open();
    expectPage(answer, 200);
    expect(answer.text).toContain("Atelier");
    expect(answer.text).toContain("WhatsApp · •••42");
    expect(answer.text).toMatch(/You are subscribed.*<form method="post".*value="unsubscribe"/);
    expect(answer.text).not.toContain("639980142");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(answer.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
  });

  it.each([".", ",", ")", "!", "...", "*", "_", "%22", "%C2%BB", "%E2%80%8B", "/", "/.", ").%0A"])(
    "are shown with %s behind the URL, as it stands in texts",
    async (glued) => {
      const answer = await open(path + glued);
      expectPage(answer, 200);
      expect(answer.text).toContain(`action="${path}"`);
    },
  );

  it("change by the form, each time to what it says, as through the API", async () => {
    for (const _ of [1, 2]) {
      const answer = await send("action=unsubscribe");
      expect(answer.status).toBe(303);
      expect(answer.headers.get("Location")).toBe(`${path}?saved=1`);
      expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    }
    expect(await isOptout()).toBe(true);
    const { text } = await open(`${path}?saved=1`);
    expect(text).toMatch(/Your choice is saved.*You are unsubscribed.*value="subscribe"/);
    expect(text).toMatch(/<li>Unsubscribed · <time/);
    expect((await send("action=subscribe")).status).toBe(303);
    expect(await isOptout()).toBe(false);
    expect(await ledger()).toEqual(["opted_in link", "opted_out link"]);
    const { body } = await client.get(`/events?lead_id=${lead.id}&per_page=100`);
    const event = body.data.find(({ type }: { type: string }) => type === "lead.opted_out");
    expect(event).toMatchObject({
      actor: { type: "platform", id: null },
      data: { method: "link" },
    });
  });

  it("have a choice without marketing between all and nothing, in each language", async () => {
    const person = await newLead(client, { phone: "+33639980144" });
    const url = await pathOf(client, person.id);
    const offered = async () =>
      [...(await open(url)).text.matchAll(/name="action" value="(\w+)"/g)].map(([, name]) => name);
    const states = {
      no_marketing: [
        [false, true],
        ["subscribe", "unsubscribe"],
      ],
      unsubscribe: [
        [true, true],
        ["subscribe", "no_marketing"],
      ],
      subscribe: [
        [false, false],
        ["no_marketing", "unsubscribe"],
      ],
    } as const;
    for (const [action, [optouts, choices]] of Object.entries(states)) {
      for (const _ of [1, 2]) expect((await send(`action=${action}`, url)).status).toBe(303);
      expect([await optoutsOf(person.id), await offered()]).toEqual([optouts, choices]);
    }
    await send("action=unsubscribe", url);
    // To somebody who gets nothing, that choice is one for messages.
    expect((await open(url)).text).toContain("Get messages without advertising</button>");
    await send("action=no_marketing", url);
    expect(await optoutsOf(person.id)).toEqual([false, true]);
    const said = { en: "but no advertising", fr: "pas de publicité", de: "keine Werbung" };
    for (const [language, text] of Object.entries(said))
      expect((await open(url, { "Accept-Language": language })).text).toContain(text);
    // The page does not undo an opt-out by the workspace, in its scope.
    await client.post(`/leads/${person.id}/opt-in`, { scope: "marketing" });
    await client.post(`/leads/${person.id}/opt-out`, { scope: "marketing" });
    expect(await offered()).toEqual(["unsubscribe"]);
    expect((await open(url)).text).toContain("To get advertising again, please contact the sender");
    await send("action=subscribe", url);
    expect(await optoutsOf(person.id)).toEqual([false, true]);
  });

  it("never change by a GET or HEAD, nor by a form that asks for something else", async () => {
    const before = await ledger();
    for (const url of [path, `${path}?action=unsubscribe`, `${path}?List-Unsubscribe=One-Click`])
      for (const method of ["GET", "HEAD"]) expect((await call(method, url)).status).toBe(200);
    const forms = ["", "action=delete", "action", "Action=unsubscribe", "a=".repeat(9_999), "\0%"];
    for (const form of forms) {
      const { status, body } = await send(form);
      const errors = { action: ["The selected action is invalid."] };
      expect([status, body.errors]).toEqual([422, errors]);
    }
    expect((await call("POST", path, { json: { action: "unsubscribe" } })).status).toBe(422);
    expect((await send(`action=unsubscribe&${"x".repeat(1_100_000)}`)).status).toBe(413);
    expect(await ledger()).toEqual(before);
  });

  it("end by a mail program's one click, which no redirect answers", async () => {
    const other = await newLead(client, { phone: null, email: "zoe@example.com" });
    const url = await pathOf(client, other.id);
    const answer = await send("List-Unsubscribe=One-Click", url);
    expectPage(answer, 200);
    expect(answer.text).toContain("You are unsubscribed");
    expect(answer.text).toContain("z•••@example.com");
    const parts = new FormData();
    parts.set("List-Unsubscribe", "One-Click");
    expect((await call("POST", url, { raw: parts })).status).toBe(200);
    expect(await ledger(other)).toEqual(["opted_out link"]);
  });

  it("are one entry of the ledger for two forms at once, and keep everything from the lead", async () => {
    const channel = await newChannel(client);
    const person = await newLead(client, { phone: "+33639980143" });
    const scenario = await newScenario(client);
    await client.post(`/scenarios/${scenario.id}/leads`, { lead_id: person.id });
    const url = await pathOf(client, person.id);
    await Promise.all([send("action=unsubscribe", url), send("action=unsubscribe", url)]);
    expect(await ledger(person)).toEqual(["opted_out link"]);
    await newInbound(client, channel.id, person.id);
    const message = await client.post(`/leads/${person.id}/messages`, { text: "Hello" });
    expect(message.body.data).toMatchObject({ status: "failed", error: { reason: "opted_out" } });
    // The person's own word again, as a message of theirs.
    await newInbound(client, channel.id, person.id, { text: "START" });
    expect(await isOptout(person)).toBe(false);
    expect((await open(url)).text).toContain("You are subscribed");
  });

  it("are in the visitor's language, with the workspace's own name, contact and website", async () => {
    await client.patch("/settings", {
      public_name: "Chez <Zoé>",
      contact: "hello@example.com",
      fallback_url: "https://example.com/?a=1&b=2",
    });
    const texts = { fr: "Vos messages", es: "Tus mensajes", pt: "As suas", de: "Ihre Nachrichten" };
    for (const [language, text] of Object.entries(texts)) {
      const answer = await open(path, { "Accept-Language": `xx, ${language};q=0.9, en;q=0.1` });
      expect(answer.text).toContain(`<html lang="${language}">`);
      expect(answer.text).toContain(text);
      expect(answer.text).toContain("Chez &lt;Zoé&gt;");
      expect(answer.text).toContain(`href="mailto:hello@example.com"`);
      expect(answer.text).toContain(`href="https://example.com/?a=1&amp;b=2"`);
    }
  });

  it("of a merged lead are those of the lead that was kept", async () => {
    const [keep, gone] = [await newLead(client), await newLead(client)];
    const url = await pathOf(client, gone.id);
    await client.post("/leads/merge", { keep: keep.id, merge: gone.id });
    expect((await open(url)).status).toBe(200);
    await send("action=unsubscribe", url);
    expect(await isOptout(keep)).toBe(true);
    await client.delete(`/leads/${keep.id}`);
    const answer = await open(url);
    expectPage(answer, 404);
    expect(answer.text).toContain("Chez &lt;Zoé&gt;");
    expectPage(await send("action=subscribe", url), 404);
  });

  it("are nobody's by a token that is not signed for the very lead and workspace", async () => {
    const stranger = await newWorkspace();
    const wrong = [
      "/u/preview",
      `${path}0`,
      path.slice(0, -1),
      "/u/%00",
      `/u/${"x".repeat(5_000)}`,
    ];
    const { meter, database } = metered(testEnv.DB);
    const fetcher = serveWith(database);
    for (const url of wrong) {
      expectPage(await call("GET", url, { fetcher }), 404);
      expectPage(await call("POST", url, { fetcher, raw: "", headers: FORM }), 404);
    }
    expect(meter.trips).toBe(0);
    // Signed for a workspace that the lead is not of, as no message ever has it.
    expectPage(await open(await pathOf(stranger, lead.id)), 404);
    await send("action=unsubscribe", await pathOf(stranger, lead.id));
    expect(await isOptout()).toBe(false);
  });

  it("cost one call of D1 to show, and one to change", async () => {
    await open();
    const trips = async (form?: string) => {
      const { meter, database } = metered(testEnv.DB);
      const fetcher = serveWith(database);
      await (form
        ? call("POST", path, { fetcher, raw: form, headers: FORM })
        : call("GET", path, { fetcher }));
      return meter;
    };
    const shown = await trips();
    expect(shown.trips).toBeLessThanOrEqual(1);
    expect(shown.rowsRead).toBeLessThanOrEqual(30);
    const first = await trips("action=unsubscribe");
    expect(first.trips).toBe(1);
    expect(first.rowsWritten).toBeLessThanOrEqual(30);
    expect((await trips("action=unsubscribe")).rowsWritten).toBe(0);
    await send("action=subscribe");
  });

  it("are open while the workspace is suspended, closed once it is deleted", async () => {
    const own = await newWorkspace();
    const { id } = await newLead(own);
    const url = await pathOf(own, id);
    const token = testEnv.OPERATOR_TOKEN;
    const workspace = `/v1/workspaces/${own.workspaceId}`;
    await call("POST", `${workspace}/suspend`, { token, json: { reason: "Unpaid." } });
    expect((await send("action=unsubscribe", url)).status).toBe(303);
    expect((await open(url)).text).toContain("You are unsubscribed");
    await call("DELETE", workspace, { token });
    identities.clear();
    expectPage(await open(url), 404);
    expectPage(await send("action=subscribe", url), 404);
  });

  it("are unavailable while the workspace moves, or D1 is down, and say whose they are", async () => {
    const db = databaseOf();
    await freeze(db, client.workspaceId);
    const answer = await send("action=unsubscribe");
    await unfreeze(db, client.workspaceId);
    expectPage(answer, 503);
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answer.text).toContain("Chez &lt;Zoé&gt;");
    expect((await open()).status).toBe(200);
    const error = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    expectPage(await call("GET", path, { fetcher: serveWith(brokenDatabase()) }), 503);
    identities.clear();
    expectPage(await call("GET", path, { fetcher: serveWith(brokenDatabase()) }), 503);
    for (const [line] of error.mock.calls) {
      expect(line).not.toContain(path.slice(3));
      expect(JSON.parse(line)).toMatchObject({ request_id: expect.any(String) });
    }
  });

  it("are limited for each lead, and log no token", async () => {
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await open();
    const limiter = { limit: async () => ({ success: false }) };
    const bindings = { ...testEnv, PREFERENCES_LIMITER: limiter };
    const fetcher = (request: Request) => serve(request, bindings);
    const answer = await call("GET", path, { fetcher });
    expectPage(answer, 429);
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(JSON.stringify(log.mock.calls)).not.toContain(path.slice(3));
  });

  it("are found in the workspace's own database", async () => {
    await openSecond();
    const own = await newWorkspaceInSecond({ name: "Second" });
    const { id } = await newLead(own);
    const url = await pathOf(own, id);
    await send("action=unsubscribe", url);
    const { text } = await open(url);
    expect(text).toContain("Second");
    expect(text).toContain("You are unsubscribed");
  });
});
