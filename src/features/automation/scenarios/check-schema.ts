import * as z from "zod";
import { platforms } from "#domain/platforms";
import { choice } from "#lib/fields";
import { referenceKinds } from "../engine/nodes/definition";
import { checkGraph, example, graph, ownGraph } from "./schema";
import { Warning } from "./warnings";

export const ScenarioCheckInput = z
  .object({
    ...graph,
    platform: choice(platforms).describe("Defaults to the scenario's platform."),
  })
  .superRefine(checkGraph, { when: () => true })
  .meta({
    id: "ScenarioCheckInput",
    description:
      "A graph that is not saved yet. Without `nodes` and `edges`, the scenario's own graph is " +
      "checked.",
    examples: [{ nodes: example.nodes, edges: example.edges }],
  });

export const GraphCheckInput = z
  .object(ownGraph)
  .superRefine(checkGraph, { when: () => true })
  .meta({
    id: "GraphCheckInput",
    examples: [{ platform: example.platform, nodes: example.nodes, edges: example.edges }],
  });

export const ScenarioReference = z
  .object({
    node_id: z.string().optional(),
    trigger_id: z.string().optional(),
    path: z
      .string()
      .meta({ description: "Where in the node or trigger, such as `data.tag_ids.0`." }),
    kind: z.enum(referenceKinds).meta({
      id: "ScenarioReferenceKind",
      description: "`slug`: a short link in a text. The others are named by their ids.",
    }),
    ref: z.union([z.int(), z.string()]).meta({ description: "The id, or the slug in lower case." }),
  })
  .meta({
    id: "ScenarioReference",
    description: "Something of the workspace that a node or a trigger names.",
  });

export const ScenarioCheck = z
  .object({
    is_runnable: z.boolean().meta({
      description:
        "Whether runs can begin: the graph has exactly one entry. A run can still fail at a node.",
    }),
    warnings: z.array(Warning),
  })
  .meta({
    id: "ScenarioCheck",
    examples: [
      {
        is_runnable: true,
        warnings: [
          {
            code: "missing_setting",
            params: { fault: "required" },
            message: "The data.text field is required.",
            node_id: "hello",
            path: "data.text",
          },
        ],
      },
    ],
  });

export const GraphCheck = ScenarioCheck.extend({
  references: z
    .array(ScenarioReference)
    .nullable()
    .meta({
      description:
        "What the nodes and triggers with valid settings refer to, whether it is there or " +
        "not. `null` for more than 1,000 references.",
    }),
}).meta({
  id: "GraphCheck",
  examples: [
    {
      is_runnable: true,
      warnings: [],
      references: [{ node_id: "vip", path: "data.tag_ids.0", kind: "tag", ref: 3 }],
    },
  ],
});

export type ScenarioCheckInput = z.output<typeof ScenarioCheckInput>;
export type GraphCheckInput = z.output<typeof GraphCheckInput>;
export type GraphCheck = z.output<typeof GraphCheck>;
