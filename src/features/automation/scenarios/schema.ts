import * as z from "zod";
import { platforms } from "#domain/platforms";
import { MAX_TRIGGERS } from "#domain/triggers";
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
 * The most JSON of nodes, edges and triggers, since D1 limits a row. Numbers may be longer than
 * they were sent.
 */
const MAX_GRAPH_CHARACTERS = 1_048_576;
/** The most JSON of triggers: those that a replacement keeps share a row with another graph. */
const MAX_TRIGGERS_CHARACTERS = 262_144;

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

/** Any type and any `data` is accepted, as in nodes. */
export const Trigger = z
  .looseObject({
    id: requiredText(64, z.string()),
    type: z.string(),
    data: z.unknown().optional(),
  })
  .meta({
    id: "ScenarioTrigger",
    description:
      "What starts runs by itself. The `type` decides what it reacts to, and `data` holds the " +
      "settings. One of an unknown type or with invalid settings is saved with a warning, and " +
      "is off. Other members come back as you sent them.",
  });

export const ScenarioQuery = PageQuery.extend({
  name: query.text(255).describe("Part of the name, ignoring case and accents."),
});

export type Node = z.output<typeof Node>;
export type Edge = z.output<typeof Edge>;
export type Trigger = z.output<typeof Trigger>;

type SentGraph = {
  nodes?: Node[] | null | undefined;
  edges?: Edge[] | null | undefined;
  triggers?: Trigger[] | undefined;
};

const lengthOf = (value: unknown) => JSON.stringify(value ?? null).length;

/** Ids of nodes and of triggers are distinct, and edges join nodes that exist. */
export function checkGraph({ nodes, edges, triggers }: SentGraph, context: z.RefinementCtx) {
  const tooLong = (member: string, most: number) =>
    context.addIssue({
      code: "custom",
      path: [member],
      message: validationMessages.atMostCharacters(most),
    });
  if (lengthOf([nodes, edges, triggers]) > MAX_GRAPH_CHARACTERS)
    tooLong("nodes", MAX_GRAPH_CHARACTERS);
  if (lengthOf(triggers) > MAX_TRIGGERS_CHARACTERS) tooLong("triggers", MAX_TRIGGERS_CHARACTERS);
  const known = distinctIds(nodes, "nodes", context);
  distinctIds(triggers, "triggers", context);
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

/** The ids of a list. One that comes again is an issue. The list may be anything. */
function distinctIds(list: unknown, member: string, context: z.RefinementCtx) {
  const known = new Set<unknown>();
  (Array.isArray(list) ? list : []).forEach((item: { id?: unknown } | null, index) => {
    if (typeof item?.id !== "string") return;
    if (known.has(item.id))
      context.addIssue({
        code: "custom",
        path: [member, index, "id"],
        message: validationMessages.duplicate,
      });
    known.add(item.id);
  });
  return known;
}

export const graph = {
  nodes: z.array(Node).max(MAX_NODES).nullish(),
  edges: z.array(Edge).max(MAX_EDGES).nullish(),
  triggers: z.array(Trigger).max(MAX_TRIGGERS).optional(),
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
  triggers: graph.triggers.describe("A replacement without them keeps them; `[]` removes them."),
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
    triggers: z.array(Trigger),
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
        triggers: [{ id: "anything", type: "any_message", data: { again: { after_days: 7 } } }],
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
