import type { Browser, Page } from "playwright-core";
import { call, expectAccessible, withConsole } from "./console";

type Member = Record<string, unknown>;
export type Graph = { nodes: Member[]; edges: Member[]; triggers?: Member[] };
type Answer = { data: Graph & { id: number; name: string; is_active: boolean } };

export const wide = { viewport: { width: 1440, height: 900 } };

/** The card of a node on the canvas, by what it says. */
export const card = (page: Page, text: string | RegExp) =>
  page.locator(".react-flow__node").filter({ hasText: text });

/** Chooses from a menu that opens, by keys, once these come to it. */
export async function chooseByKeys(page: Page, name: string) {
  await page.locator("[role=menu]:focus-within").waitFor();
  const item = page.getByRole("menuitem", { name, exact: true });
  while ((await item.getAttribute("data-highlighted")) === null)
    await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
}

/** A workspace's scenarios, and the editor in which they are opened. */
export const editorOf = (browser: Browser, token: string) => ({
  async newScenario(
    name: string,
    graph: Partial<Graph> & { platform?: string; is_active?: boolean } = {},
  ) {
    const input = { name, platform: "whatsapp", ...graph };
    return (await call<Answer>(token, "POST", "/scenarios", input)).data.id;
  },
  read: async (id: number, part = "") =>
    (await call<Answer>(token, "GET", `/scenarios/${id}${part}`)).data,
  open: (id: number, use: (page: Page) => Promise<void>) =>
    withConsole(browser, { token, path: `/scenarios/${id}`, ...wide }, use),
});

/** Publishes and activates what has been drawn. */
export async function publish(page: Page) {
  await page.getByText("Draft saved").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("No run is under way.").waitFor();
  await dialog.getByLabel("Activate the scenario, too").check();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Published", { exact: true }).waitFor();
}

export const drawn = ({ nodes, edges }: Graph) => ({
  types: nodes.map(({ type }) => type).toSorted(),
  edges: edges
    .map(({ source, target, source_handle: handle = "next" }) => `${source} ${handle} ${target}`)
    .toSorted(),
});

/** A message, a wait for the reply, and what follows, as both ways of drawing make it. */
export const FIVE = {
  types: ["add_tag", "exit", "message", "start", "wait_for_reply"],
  edges: [
    "add_tag-1 next exit-1",
    "message-1 next wait_for_reply-1",
    "start-1 next message-1",
    "wait_for_reply-1 reply add_tag-1",
    "wait_for_reply-1 timeout exit-1",
  ],
};
