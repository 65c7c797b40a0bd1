import { mkdirSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOn } from "./accessible";
import { atEachLoad, origin, type TabOptions, withTab } from "./tabs";

export { origin };
export const OPERATOR_TOKEN = "dev-operator-token-0123456789abcdef";
export const DEMO_TOKEN = "lea_demo-token-of-atelier-horizon-0123456789abc";
/** Where pictures of the screens go, if this is set. */
const { SHOTS } = process.env;

const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1360, height: 860 },
  locale: "en-GB",
  timezoneId: "Europe/Paris",
  reducedMotion: "reduce",
};

/** Noon on the browser's day that is so many days from today. */
export function noon(days: number) {
  const day = new Date(Date.now() + days * 86_400_000);
  return `${day.toLocaleDateString("sv", { timeZone: DESKTOP.timezoneId })}T11:00:00Z`;
}

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
};

/** Calls the API, and returns the answer's body. Fails if the answer is an error. */
export async function call<Body = { data: Record<string, never> }>(
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Body> {
  const answer = await fetch(`${origin}/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Body;
}

/** Makes a workspace of its own for a test, and returns its token. */
export async function newWorkspace(name: string): Promise<string> {
  const { data } = await call<{ data: { token: string } }>(OPERATOR_TOKEN, "POST", "/workspaces", {
    name,
  });
  return data.token;
}

/** Faults of any page: errors, what the policy refuses, and requests elsewhere. */
function watch(page: Page) {
  const faults: string[] = [];
  page.on("console", (message) => {
    // Answers of the API with errors are what some tests are about.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
      faults.push(message.text());
  });
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("blob:")) faults.push(url);
  });
  return faults;
}

/** Until Chromium 150, methods that scroll returned nothing. Now they return promises. */
function scrollAsBefore() {
  for (const name of ["scroll", "scrollBy", "scrollIntoView", "scrollTo"] as const) {
    const scroll = Element.prototype[name] as (...input: unknown[]) => unknown;
    Element.prototype[name] = function scrollInSilence(...input: unknown[]) {
      scroll.apply(this, input);
    };
  }
}

/** Half of the tests, always the same, have a browser that scrolls as before. */
const hasOlderBrowser = () => (expect.getState().currentTestName ?? "").length % 2 === 0;

const SHOWN_CHARACTERS = 1_500;

/** Tells of a page on which a test has failed what a picture of it would. */
async function stateOf(page: Page, faults: string[]) {
  const state = page.evaluate(() => ({
    focus: document.activeElement?.outerHTML.slice(0, 200),
    text: document.body.textContent ?? "",
  }));
  const { focus, text } = await state.catch((error: unknown) => ({
    focus: undefined,
    text: String(error),
  }));
  const shown = text.slice(0, SHOWN_CHARACTERS);
  return [`At ${page.url()}`, `Focus: ${focus}`, `Page: ${shown}`, ...faults].join("\n");
}

/**
 * Opens the console at `path`, such as `/leads`, signed in with a token; without one at its
 * sign-in. Fails if the page has had an error, unless it `hasFaults`, or has asked another host.
 */
export const withConsole = (
  browser: Browser,
  {
    token,
    path = "/",
    hasFaults = false,
    ...options
  }: TabOptions & { token?: string; path?: string; hasFaults?: boolean },
  use: (page: Page, context: BrowserContext) => Promise<void>,
) =>
  withTab(browser, { ...DESKTOP, ...options }, async (page, context) => {
    const faults = watch(page);
    if (hasOlderBrowser()) await atEachLoad(page, scrollAsBefore);
    if (token) await page.evaluate((text) => sessionStorage.setItem("token", text), token);
    await page.goto(`${origin}/console${path === "/" ? "" : path}`);
    await use(page, context).catch(async (error: unknown) => {
      throw new Error(await stateOf(page, faults), { cause: error });
    });
    if (!hasFaults) expect(faults).toEqual([]);
  });

/** Keeps a picture of the page, to be looked at, if there is a place for it. */
export async function shoot(page: Page, name: string) {
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Fails if axe finds anything wrong on the page, once it is there. */
export async function expectAccessible(page: Page) {
  await page.locator("h1").first().waitFor({ state: "attached" });
  expect(await violationsOn(page)).toEqual([]);
}

/** Checks a page in the light theme, and its colours in the dark one. Keeps pictures of both. */
export async function show(page: Page, name: string) {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await shoot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violationsOn(page, { ofColours: true })).toEqual([]);
  await shoot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: "light" });
}
