import * as z from "zod";
import { platforms } from "#domain/platforms";
import { PageQuery } from "#http/page";
import {
  at,
  boolean,
  httpUrl,
  idList,
  query,
  requiredChoice,
  requiredText,
  text,
} from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { Warning } from "./warnings";

const MAX_NODES = 1000;
const MAX_EDGES = 2000;
/**
 * The most JSON of nodes and edges, since D1 limits a row. Numbers may be longer than they were
 * sent.
 */
const MAX_GRAPH_CHARACTERS = 1_048_576;

/** A string of a node or edge. It is kept as it was sent, so it is not trimmed. */
const key = () => requiredText(255, z.string());

/** Any value is kept. One that does not name a handle stands for `next`. */
const sourceHandle = z
  .unknown()
  .optional()
  .meta({
    description:
      "The handle by which the edge leaves its source. Defaults to `next`. If several edges " +
      "leave by one handle, only the first counts. A value that is not a string is kept, and " +
      "counts as `next`.",
    jsonSchema: { type: ["string", "null"] },
  });

/** Any type and any `data` is accepted. The document shows those that runs know instead. */
export const Node = z
  .looseObject({ id: key(), type: key(), data: z.unknown().optional() })
  .meta({ id: "ScenarioNode" });
export const Edge = z
  .looseObject({ source: key(), target: key(), source_handle: sourceHandle })
  .meta({
    id: "ScenarioEdge",
    description: "`source` and `target` are node ids. Other members come back as you sent them.",
  });

export const ScenarioQuery = PageQuery.extend({
  name: query.text(255).describe("Part of the name, ignoring case and accents."),
});

export type Node = z.output<typeof Node>;
export type Edge = z.output<typeof Edge>;

/** Node ids are distinct, and edges join nodes that exist. */
export function checkGraph(
  { nodes, edges }: { nodes?: Node[] | null | undefined; edges?: Edge[] | null | undefined },
  context: z.RefinementCtx,
) {
  const listed = Array.isArray(nodes) ? nodes : [];
  if (JSON.stringify([nodes, edges]).length > MAX_GRAPH_CHARACTERS) {
    context.addIssue({
      code: "custom",
      path: ["nodes"],
      message: validationMessages.atMostCharacters(MAX_GRAPH_CHARACTERS),
    });
  }
  const known = new Set<unknown>();
  listed.forEach((node, index) => {
    if (typeof node?.id !== "string") return;
    if (known.has(node.id))
      context.addIssue({
        code: "custom",
        path: ["nodes", index, "id"],
        message: validationMessages.duplicate,
      });
    known.add(node.id);
  });
  (Array.isArray(edges) ? edges : []).forEach((edge, index) => {
    for (const end of ["source", "target"] as const) {
      if (typeof edge?.[end] === "string" && edge[end] !== "" && !known.has(edge[end])) {
        context.addIssue({
          code: "custom",
          path: ["edges", index, end],
          message: validationMessages.selected,
        });
      }
    }
  });
}

export const graph = {
  nodes: z.array(Node).max(MAX_NODES).nullish(),
  edges: z.array(Edge).max(MAX_EDGES).nullish(),
};

/** A graph of no scenario. */
export const ownGraph = { platform: requiredChoice(platforms), ...graph };

export const example = {
  name: "Welcome",
  platform: "whatsapp",
  nodes: [
    { id: "start", type: "start" },
    { id: "hello", type: "message", data: { text: "Hi {{first_name}}!" } },
  ],
  edges: [{ source: "start", target: "hello" }],
  is_active: true,
};

/** The members that a scenario is written with. */
export const members = {
  name: requiredText(255),
  platform: requiredChoice(platforms).describe(
    "You can change it only while the scenario has no active runs.",
  ),
  provider: text(255).describe("For your own use."),
  ...graph,
  is_active: boolean()
    .optional()
    .describe("`false`, the default, means paused: runs keep their place and nothing is sent."),
  tracked_tag_ids: idList(100).optional().describe("A replacement without it keeps it."),
  webhook_url: httpUrl().describe(
    "The URL that gets the scenario's events: those of its runs and of their messages, " +
      "clicks on these messages' links, and `lead.tag_added` of `tracked_tag_ids`. The " +
      "workspace's default secret signs them: see `Webhooks`. Must be https on port 443 or " +
      "8443, with a public name. A replacement without it keeps it.",
  ),
};

export const ScenarioInput = z
  .object(members)
  .superRefine(checkGraph, { when: () => true })
  .meta({ id: "ScenarioInput", examples: [example] });

export const Scenario = z
  .object({
    id: z.int(),
    name: z.string(),
    platform: z.enum(platforms),
    provider: z.string().nullable(),
    nodes: z.array(Node),
    edges: z.array(Edge),
    is_active: z.boolean(),
    tracked_tag_ids: z.array(z.int()),
    webhook_url: z.string().nullable(),
    has_draft: z
      .boolean()
      .meta({ description: "Whether somebody has saved a draft of the next version." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Scenario",
    description: "An automated conversation: a graph of nodes and edges for one platform.",
    examples: [
      {
        id: 2,
        ...example,
        provider: null,
        tracked_tag_ids: [3],
        webhook_url: "https://example.com/hooks/welcome",
        has_draft: false,
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export const SavedScenario = z.object({
  data: Scenario,
  warnings: z
    .array(Warning)
    .meta({ description: "What is wrong with the graph. It is saved anyway." }),
});

export const ScenarioCopyInput = z
  .object({
    name: text(255).describe("Defaults to the scenario's name and ` (copy)`."),
  })
  .meta({ id: "ScenarioCopyInput", examples: [{ name: "Welcome, for Instagram" }] });

export type ScenarioInput = z.output<typeof ScenarioInput>;
export type Scenario = z.output<typeof Scenario>;
