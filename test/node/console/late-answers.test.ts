import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as operations from "#client";
import { renewableClient } from "#console/session/renewable";
import { hasChromium, launchChromium } from "../support/chromium.mjs";
import { call, newWorkspace, withConsole } from "../support/console";
import { readDocument } from "../support/document";
import { newGate } from "../support/gates";
import { withLead } from "../support/inbox";
import { lateWrites } from "../support/late-writes";
import { readTexts } from "../support/sources";

afterEach(() => vi.unstubAllGlobals());

/** Variables of a module, and constants that hold something which changes. */
const MODULE_STATE =
  /^(?:export )?(?:let (\w+)|const (\w+)(?:: [^=]*)? = (?:new (?:Weak)?(?:Map|Set)\b|createStore\b))/gm;

const sources = readTexts("src/console", ["**/*.{ts,tsx}"]);

type Call = (options: object) => Promise<unknown>;
type Described = { operationId?: string; requestBody?: object };

/** The operations that the console names, by what they are called with. */
function operationsOfConsole() {
  const { paths } = readDocument() as { paths: Record<string, Record<string, Described>> };
  const named = new Set(Object.values(sources).flatMap((text) => text.match(/\b[a-z]\w+\b/g)));
  return Object.values(paths)
    .flatMap((path) => Object.values(path))
    .flatMap(({ operationId = "", requestBody }) => {
      const [, operation] = Object.entries(operations).find(([name]) => name === operationId) ?? [];
      if (!operation || !named.has(operationId)) return [];
      return [{ operation: operation as Call, body: requestBody && {} }];
    });
}

describe("what the console asks for", () => {
  it("ends with its session: reads are aborted, writes arrive, and nobody gets an answer", async () => {
    const called = operationsOfConsole();
    expect(called.length).toBeGreaterThan(150);
    const service = Promise.withResolvers<void>();
    const requests: Request[] = [];
    vi.stubGlobal("location", { origin: "https://service.test" });
    vi.stubGlobal("fetch", async (request: Request) => {
      const status = [200, 404, 422][requests.push(request) % 3];
      await service.promise;
      return Response.json({ data: {} }, { status });
    });
    const { client, end } = renewableClient("first", async () => false);
    const path = new Proxy({}, { get: () => 1 });
    const answers = called.map(({ operation, body }) => operation({ client, path, body }));
    await expect.poll(() => requests.length).toBe(called.length);
    end();
    service.resolve();
    const outcomes = await Promise.allSettled(answers);
    const reasons = outcomes.map((outcome) => "reason" in outcome && outcome.reason.name);
    expect(new Set(reasons)).toEqual(new Set(["AbortError"]));
    expect(requests.filter(({ method, signal }) => signal.aborted !== (method === "GET"))).toEqual(
      [],
    );
  });

  it("is kept by its session: the state that outlives one knows nobody", () => {
    const kept = Object.entries(sources).flatMap(([file, text]) =>
      [...text.matchAll(MODULE_STATE)].map(([, variable, value]) => `${file} ${variable ?? value}`),
    );
    expect(kept).toEqual([
      "main.tsx failure",
      "screens/inbox/lead/section.tsx opened",
      "screens/leads/bulk/work.ts lastId",
      "screens/leads/columns.ts view",
      "screens/scenarios/editor/draft-api.ts underWay",
      "session/session.ts currentSession",
      "style/theme.ts theme",
      "texts/catalogue.ts wanted",
      "texts/format.ts made",
      "texts/language.ts language",
      "ui/faults.ts asked",
      "ui/toasts.tsx lastId",
      "ui/worded-errors.ts words",
    ]);
  });
});

type Look = (page: Page, writes: ReturnType<typeof lateWrites>) => Promise<void>;

const METHODS = ["POST", "PUT", "PATCH", "DELETE"];
/** Tickets of the stream, previews, and what is marked as read come by themselves. */
const WRITES = /^\/(?!stream|messages\/preview|.*\/read$)/;

/** Holds the answers of all writes. */
async function holdAnswers(page: Page) {
  const gates = await Promise.all(
    METHODS.map((method) => newGate(page, method, WRITES, { holds: "answers" })),
  );
  return () => Promise.all(gates.map(({ letGo }) => letGo()));
}

const sum = (page: Page, name: "arrived" | "passed", least: number) =>
  page.waitForFunction(
    ([name, least]) =>
      [...(window.gates?.values() ?? [])].reduce(
        (all, gate) => all + (name === "passed" ? gate.passed : gate.bodies.length),
        0,
      ) >= least,
    [name, least] as const,
  );

const goTo = (page: Page, path: string) =>
  page.evaluate((to) => history.pushState({}, "", `/console${to}`), path);

/** Does all writes, each on its screen, and leaves it before the answer has come. */
async function writeAll(page: Page, writes: ReturnType<typeof lateWrites>, word: string) {
  const letGo = await holdAnswers(page);
  for (const [index, { path, write }] of writes.entries()) {
    await goTo(page, path);
    await write(page, word);
    await sum(page, "arrived", index + 1);
  }
  return letGo;
}

describe.skipIf(!hasChromium)("writes that are answered late", () => {
  const word = "belated";
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });

  async function writeBefore(leave: (page: Page) => Promise<void>, look: Look) {
    const workspace = await withLead();
    const writes = lateWrites(workspace);
    await withConsole(browser, { token: workspace.token }, async (page) => {
      const letGo = await writeAll(page, writes, word);
      await goTo(page, "/channels");
      await page.getByRole("heading", { name: "Channels", exact: true }).waitFor();
      await leave(page);
      await letGo();
      await sum(page, "passed", writes.length);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect(new URL(page.url()).pathname).toBe("/console/channels");
      expect(await page.getByRole("alert").count()).toBe(0);
      await look(page, writes);
    });
    for (const { api, has = word } of writes)
      expect(JSON.stringify(await call(workspace.token, "GET", api)), api).toContain(has);
  }

  it("are on the screens that were left", () =>
    writeBefore(
      async () => undefined,
      async (page, writes) => {
        for (const { path, shown } of writes) {
          await goTo(page, path);
          if (shown) await shown(page, word);
          else await page.getByText(word).first().waitFor();
        }
      },
    ));

  it("arrive after a sign-out, and show nothing to the next", async () => {
    const other = await newWorkspace("Autre maison");
    await writeBefore(
      async (page) => {
        await page.getByRole("button", { name: "Account and appearance" }).click();
        await page.getByRole("button", { name: "Sign out" }).click();
        await page.getByLabel("API token").fill(other);
        await page.getByRole("button", { name: "Sign in", exact: true }).click();
        await page.getByText("No channel yet").waitFor();
      },
      async (page, writes) => {
        expect(await page.locator("[aria-live=polite]").textContent()).toBe("");
        for (const { path } of writes.slice(0, 4)) {
          await goTo(page, path);
          await page.getByRole("heading", { name: /^No .* yet$/ }).waitFor();
        }
      },
    );
  });
});
