import type { Browser, Page } from "playwright-core";
import { call, withConsole } from "./console";

type Member = Record<string, unknown>;
export type Graph = { nodes: Member[]; edges: Member[] };
type Answer = { data: Graph & { id: number; name: string; is_active: boolean } };

export const wide = { viewport: { width: 1440, height: 900 } };

/** The card of a node on the canvas, by what it says. */
export const card = (page: Page, text: string | RegExp) =>
  page.locator(".react-flow__node").filter({ hasText: text });

/** A workspace's scenarios, and the editor in which they are opened. */
export const editorOf = (browser: Browser, token: string) => ({
  async newScenario(name: string, graph: Partial<Graph> = {}) {
    const input = { name, platform: "whatsapp", ...graph };
    return (await call<Answer>(token, "POST", "/scenarios", input)).data.id;
  },
  read: async (id: number, part = "") =>
    (await call<Answer>(token, "GET", `/scenarios/${id}${part}`)).data,
  open: (id: number, use: (page: Page) => Promise<void>) =>
    withConsole(browser, { token, path: `/scenarios/${id}`, ...wide }, use),
});
