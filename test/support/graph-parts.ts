import type { Platform } from "#domain/platforms";
import type { Known } from "#features/automation/engine/nodes/definition";
import { findWarnings } from "#features/automation/scenarios/check";
import { withSource } from "#features/automation/scenarios/compile";
import type { Edge, Node } from "#features/automation/scenarios/schema";
import type { Trigger } from "#features/automation/triggers/read";
import { PUBLIC_ONLY } from "#lib/outbound-url";

// Short ways to write nodes and edges, for the tests of graph warnings.

export const known: Known = {
  tag: new Set([1]),
  scenario: new Set([1]),
  link: new Set([1]),
  slug: new Set(["guide"]),
  assignee: new Set([4]),
  medium: new Set([6]),
  channel: new Set([5, 8]),
  gateways: [{ name: "Gateway", platform: "whatsapp", provider: "webhook" }],
  channelPlatforms: new Map([
    [5, "whatsapp"],
    [8, "instagram"],
  ]),
  hours: new Set(["workspace"]),
  dated: new Set(["webinar_at"]),
  segment: new Set([6]),
  source: new Set([2]),
  variables: new Set(["nam"]),
  templates: [
    [
      { name: "revive", language: "en", category: null, status: "approved", components: null },
      { name: "paused", language: "en", category: null, status: "paused", components: null },
      { name: "flagged", language: "en", category: null, status: "flagged", components: null },
      {
        ...{ name: "products", language: "en", category: null, status: "approved" },
        components: [{ type: "BUTTONS", buttons: [{ type: "CATALOG", text: "See" }] }],
      },
      {
        name: "hello",
        language: "en",
        category: null,
        status: "approved",
        components: [{ type: "BODY", text: "Hello {{1}}" }],
      },
    ],
  ],
  shortUrlBase: "https://sho.rt",
  pauses: [],
  outbound: PUBLIC_ONLY,
  region: { country: "FR", timeZone: null },
};

type Data = Record<string, unknown>;
export const node = (id: string, type: string, data?: unknown): Node => ({ id, type, data });
export const start = node("s", "start");
export const delay = (id: string, seconds: number) => node(id, "delay", { seconds });
/** Free text that is skipped where the window is closed. */
export const say = (id: string, data: Data = {}) =>
  node(id, "message", { text: "Hello", on_window_closed: "skip", ...data });
/** Buttons whose answers the message itself waits for, in the window or not. */
export const ask = (id: string, data: Data = {}) =>
  say(id, {
    buttons: [
      { id: "yes", title: "Yes" },
      { id: "no", title: "No" },
    ],
    wait: { timeout_seconds: 20 * 3600 },
    ...data,
  });
/** Free text that fails where the window is closed. */
export const urge = (id: string, data: Data = {}) =>
  node(id, "message", { text: "Hello", ...data });
export const reply = (id: string, data: Data = {}) =>
  node(id, "wait_for_reply", { timeout_seconds: 3600, ...data });
export const split = (id: string, a: number, b: number) =>
  node(id, "split", {
    branches: [
      { handle: "a", percent: a },
      { handle: "b", percent: b },
    ],
  });
export const clause = (field: string, op: string, value?: unknown) => ({ field, op, value });
export const condition = (id: string, ...branches: Data[]) =>
  node(id, "condition", {
    branches: branches.map((branch, index) => ({ handle: `b${index}`, ...branch })),
  });
export const template = { name: "revive", language: "en" };

/** This many messages, `n1`, `n2` and so on. */
export const chain = (count: number) =>
  Array.from({ length: count }, (_, index) => say(`n${index + 1}`));
/** The edges from each node of a `chain` to the next. */
export const chained = (count: number) =>
  Array.from({ length: count - 1 }, (_, index) => `n${index + 1}>n${index + 2}`).join(" ");

/** Edges from texts such as `s>m`, `w:reply>m`, or `s>m#7` with an id. */
export const edgesOf = (text: string): Edge[] =>
  text
    .split(" ")
    .filter(Boolean)
    .map((edge) => {
      const [, source = "", source_handle, target = "", id] =
        /^([^:>]+)(?::([^>]+))?>([^#]+)(?:#(.+))?$/.exec(edge)!;
      return { source, target, ...(source_handle && { source_handle }), ...(id && { id }) };
    });

export const check = (
  nodes: Node[],
  edges: string,
  platform: Platform = "whatsapp",
  triggers: Trigger[] = [],
  more: Partial<Known> = {},
) => findWarnings(withSource(nodes, edgesOf(edges), triggers), platform, { ...known, ...more });
