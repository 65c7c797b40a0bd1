import { call } from "./console";

export const node = (id: string, type: string, data: object = {}) => ({ id, type, data });
export const edge = (source: string, target: string, source_handle?: string) => ({
  source,
  target,
  ...(source_handle && { source_handle }),
});

type Graph = { nodes: ReturnType<typeof node>[]; edges: ReturnType<typeof edge>[] };

export const DAY = 86_400;
/** Goes on by itself for a moment after the thanks. */
export const LINGER: Graph = {
  nodes: [node("linger", "delay", { seconds: 1 }), node("bye", "message", { text: "Bye!" })],
  edges: [edge("thanks", "linger"), edge("linger", "bye")],
};

async function create(token: string, name: string, graph: Graph) {
  const body = { name, platform: "whatsapp", is_active: true, ...graph };
  const { data } = await call<{ data: { id: number } }>(token, "POST", "/scenarios", body);
  return data.id;
}

/** Asks, waits for a day, then for an hour, and tags whom it has helped; then what `more` has. */
export async function newScenario(
  token: string,
  name: string,
  more = { nodes: [], edges: [] } as Graph,
) {
  const tag = await call<{ data: { id: number } }>(token, "POST", "/tags", { label: "Helped" });
  return create(token, name, {
    nodes: [
      node("start", "start"),
      node("ask", "message", {
        text: "Hello {{first_name|you}}! What is your budget?",
        buttons: [
          { id: "small", title: "Small" },
          { id: "large", title: "Large" },
        ],
      }),
      node("answer", "wait_for_reply", { save_to: "budget", timeout_seconds: DAY }),
      node("pause", "delay", { seconds: 3_600 }),
      node("tag", "add_tag", { tag_ids: [tag.data.id] }),
      node("thanks", "message", { text: "Thank you!" }),
      node("late", "exit", { reason: "No answer" }),
      ...more.nodes,
    ],
    edges: [
      edge("start", "ask"),
      edge("ask", "answer"),
      edge("answer", "pause", "reply"),
      edge("answer", "late", "timeout"),
      edge("pause", "tag"),
      edge("tag", "thanks"),
      ...more.edges,
    ],
  });
}

/** Waits for a reply at once, then thanks. */
export async function newWaiting(token: string, name: string) {
  return create(token, name, {
    nodes: [
      node("start", "start"),
      node("answer", "wait_for_reply", { timeout_seconds: DAY }),
      node("thanks", "message", { text: "Thank you!" }),
    ],
    edges: [edge("start", "answer"), edge("answer", "thanks", "reply")],
  });
}

export const enrol = (token: string, id: number, first_name: string) =>
  call(token, "POST", `/scenarios/${id}/leads`, { first_name, phone: "+33639980404" });
