import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { inject } from "vitest";

export const origin = inject("origin");

export type TabOptions = BrowserContextOptions & {
  /** True if the test changes its tab for good, such as by stopping its clock. */
  isSpoilt?: boolean;
};
type Tab = { page: Page; context: BrowserContext };

/** The tabs that no test has, by those options of their contexts that a tab keeps for good. */
const idle = new Map<string, Tab[]>();

/** Tabs that differ in their theme, or as windows in their size, are one another's equals. */
const keyOf = ({ colorScheme, viewport, ...options }: BrowserContextOptions) =>
  JSON.stringify(Object.entries({ ...options, ...(options.isMobile && { viewport }) }).toSorted());

/** The scripts that run at each load of a page until its test is over. */
const scripts = new WeakMap<Page, { dispose(): Promise<void> }[]>();

/** Has a script run at each load of a page, until the test is over. */
export async function atEachLoad<Input>(page: Page, script: (input: Input) => void, input?: Input) {
  const added = await page.addInitScript(script as (input: unknown) => void, input);
  scripts.set(page, [...(scripts.get(page) ?? []), added]);
}

/** A page of the service without a script, where the console's storage can be reached. */
const atRest = (page: Page) => page.goto(`${origin}/robots.txt`);

async function open(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  const context = await browser.newContext({ ...options, colorScheme: "light" });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await atRest(page);
  return { page, context };
}

/** Gives a tab the theme and the size that a test wants. */
async function dress({ page }: Tab, { colorScheme = "light", viewport }: BrowserContextOptions) {
  await page.emulateMedia({ colorScheme });
  if (viewport) await page.setViewportSize(viewport);
}

/** Makes a tab as good as new. */
async function renew({ page, context }: Tab) {
  for (const event of ["console", "pageerror", "request", "response"] as const) {
    page.removeAllListeners(event);
  }
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const script of scripts.get(page) ?? []) await script.dispose();
  scripts.delete(page);
  await atRest(page);
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
}

/**
 * Gives a test an empty tab. Tabs are handed on from test to test, as one that has shown the
 * console before loads it with half of the work.
 */
export async function withTab(
  browser: Browser,
  { isSpoilt = false, ...options }: TabOptions,
  use: (page: Page, context: BrowserContext) => Promise<void>,
) {
  const key = keyOf(options);
  const tabs = idle.get(key) ?? [];
  idle.set(key, tabs);
  const tab = (!isSpoilt && tabs.pop()) || (await open(browser, options));
  try {
    await dress(tab, options);
    await use(tab.page, tab.context);
    if (isSpoilt) await tab.context.close();
    else {
      await renew(tab);
      tabs.push(tab);
    }
  } catch (error) {
    await tab.context.close();
    throw error;
  }
}
