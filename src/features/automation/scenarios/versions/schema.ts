import * as z from "zod";
import { actorTypes } from "#domain/actors";
import { platforms } from "#domain/platforms";
import { at, integer } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { Edge, example, Node, Trigger } from "../schema";
import { MAX_DIFFERENCES } from "./compare";

export const author = z
  .object({
    type: z.enum(actorTypes),
    id: z.int().nullable().meta({ description: "The id of the token." }),
  })
  .meta({ id: "VersionAuthor" })
  .nullable();

export const ScenarioVersion = z
  .object({
    version: z.int().meta({ description: "They count from 1; each replacement adds 1." }),
    is_current: z.boolean().meta({ description: "Whether it is the newest one." }),
    has_runs: z.boolean().meta({
      description:
        "Whether runs have started on it or were moved to it. Such a version is kept; of the " +
        "others the newest 50 are.",
    }),
    name: z.string(),
    platform: z.enum(platforms),
    provider: z.string().nullable(),
    nodes_count: z.int(),
    edges_count: z.int(),
    published_at: at,
    published_by: author,
  })
  .meta({
    id: "ScenarioVersion",
    examples: [
      {
        version: 2,
        is_current: true,
        has_runs: true,
        name: "Welcome",
        platform: "whatsapp",
        provider: null,
        nodes_count: 2,
        edges_count: 1,
        published_at: "2026-11-12T08:30:00.000Z",
        published_by: { type: "token", id: 1 },
      },
    ],
  });

export const ScenarioVersionWithGraph = z
  .object({
    ...ScenarioVersion.shape,
    nodes: z.array(Node),
    edges: z.array(Edge),
    triggers: z.array(Trigger),
  })
  .meta({ id: "ScenarioVersionWithGraph" });

export const RestoreInput = z
  .object({
    version: integer(1).describe("The version whose graph and triggers become the newest."),
  })
  .meta({ id: "ScenarioRestoreInput", examples: [{ version: 1 }] });

const side = (absent: string) =>
  z
    .string()
    .regex(/^([1-9]\d{0,14}|current|draft)$/, validationMessages.format)
    .transform((value) => (value === "current" || value === "draft" ? value : Number(value)))
    .optional()
    .meta({
      description: `The number of a version, \`current\` or \`draft\`. Defaults to \`${absent}\`.`,
      jsonSchema: { type: "string", pattern: "^([1-9]\\d{0,14}|current|draft)$" },
    });

export const DiffQuery = z.object({ from: side("current"), to: side("draft") });

const value = z
  .unknown()
  .optional()
  .meta({
    jsonSchema: { type: ["object", "array", "string", "number", "boolean", "null"], items: {} },
  });

const Difference = z
  .object({
    path: z.string().meta({ examples: ["data.text"] }),
    before: value,
    after: value,
  })
  .meta({
    id: "ScenarioDifference",
    description: "A member that differs. `before` or `after` is absent where it has no value.",
  });

const changes = z.array(Difference);

export const ScenarioDiff = z
  .object({
    from_version: z.int().nullable().meta({ description: "`null` for the draft." }),
    to_version: z.int().nullable().meta({ description: "`null` for the draft." }),
    nodes: z
      .object({
        added: z.array(Node),
        removed: z.array(Node),
        changed: z.array(
          z.object({ id: z.string(), type: z.string(), changes }).meta({ id: "ChangedNode" }),
        ),
        moved: z.array(z.string()).meta({
          description: "The ids of nodes whose `position` differs. That alone is no change.",
        }),
      })
      .meta({ id: "NodesDiff" }),
    edges: z
      .object({
        added: z.array(Edge),
        removed: z.array(Edge),
        changed: z.array(
          z
            .object({ id: z.string().nullable(), source: z.string(), target: z.string(), changes })
            .meta({ id: "ChangedEdge" }),
        ),
      })
      .meta({
        id: "EdgesDiff",
        description:
          "An edge is known by its own `id` or, without one, by its source, handle and target.",
      }),
    triggers: z
      .object({
        added: z.array(Trigger),
        removed: z.array(Trigger),
        changed: z.array(
          z.object({ id: z.string(), type: z.string(), changes }).meta({ id: "ChangedTrigger" }),
        ),
      })
      .meta({
        id: "TriggersDiff",
        description: "Neither the order nor a `position` that differs is a change.",
      }),
    settings: changes.meta({ description: "Of `name`, `platform` and `provider`." }),
    is_partial: z.boolean().meta({
      description: `Whether more than ${MAX_DIFFERENCES} members differ: the first are listed.`,
    }),
  })
  .meta({
    id: "ScenarioDiff",
    examples: [
      {
        from_version: 2,
        to_version: null,
        nodes: {
          added: [],
          removed: [],
          changed: [
            {
              id: "hello",
              type: "message",
              changes: [
                { path: "data.text", before: "Hi {{first_name}}!", after: "Hello {{first_name}}!" },
              ],
            },
          ],
          moved: ["hello"],
        },
        edges: { added: [...example.edges], removed: [], changed: [] },
        triggers: {
          added: [{ id: "anything", type: "any_message" }],
          ...{ removed: [], changed: [] },
        },
        settings: [{ path: "name", before: "Welcome", after: "Welcome 2" }],
        is_partial: false,
      },
    ],
  });

export type ScenarioVersion = z.output<typeof ScenarioVersion>;
export type ScenarioVersionWithGraph = z.output<typeof ScenarioVersionWithGraph>;
export type ScenarioDiff = z.output<typeof ScenarioDiff>;
