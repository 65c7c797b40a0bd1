import { z } from "zod";
import { analysisFailures, skipReasons } from "../../../../domain/analysis";
import { stages } from "../../../../domain/leads";
import { exactlyOne } from "../../../../lib/exactly-one";
import {
  boolean,
  choice,
  idList,
  integer,
  reference,
  requiredChoice,
  text,
  timestamp,
} from "../../../../lib/fields";
import { validationMessages } from "../../../../lib/validation-messages";
import { LeadAttributes, LeadPatch, ProfileInput } from "../../../leads/input";
import { checkGraph, graph } from "../../scenarios/schema";

export const MAX_EVENTS = 1_000;
const MAX_SECONDS = 366 * 86_400;

/** With a start between these, every time in the answer has a four-digit year. */
const [FIRST_START, LAST_START] = ["2000-01-01T00:00:00Z", "9990-01-01T00:00:00Z"] as const;
const canBegin = (ms: number | null | undefined) =>
  ms == null || (ms >= Date.parse(FIRST_START) && ms <= Date.parse(LAST_START));

const attributes = LeadAttributes.shape;
const changed = LeadPatch.shape;
const analysed = ProfileInput.shape;

/** The findings of an analysis that conditions can read. */
const findings = {
  age: analysed.age,
  occupation_status: analysed.occupation_status,
  maturity_level: analysed.maturity_level,
  engagement_level: analysed.engagement_level,
  is_lost: changed.is_lost,
  lost_reason: changed.lost_reason,
  ...analysed.profile.unwrap().unwrap().shape,
};

/** How an analysis that is simulated can end. */
export const analysisEnds = ["completed", "failed"] as const;

/** The reasons why a run leaves an `ai_analyze` node by `failed`. */
export const simulatedFailures = [
  ...z.enum([...skipReasons, ...analysisFailures]).exclude(["unchanged"]).options,
  "timeout",
] as const;

const SyntheticLead = z
  .object({
    ext_id: text(255),
    first_name: text(255),
    last_name: text(255),
    username: text(255),
    email: text(255),
    phone: text(255),
    source: attributes.source.describe("`api` when absent."),
    warmth: attributes.warmth,
    pipeline_stage: attributes.pipeline_stage.describe("`new` when absent."),
    variables: attributes.variables,
    ...findings,
    is_optout: changed.is_optout,
    tag_ids: idList(100).nullish().meta({ description: "Tags of the workspace." }),
    last_reply: text(4096).describe("What it wrote last, before the start."),
    last_inbound_at: timestamp().describe(
      "When it wrote last: at the start when absent, so that the window is open from then on.",
    ),
  })
  .meta({ id: "SyntheticLead" });

/** The members of an event that each stand for one kind of event. */
const eventMembers = [
  "reply",
  "click",
  "read",
  "tag_added",
  "stage_changed",
  "custom",
  "opt_out",
  "webhook",
  "analysis",
  "nothing",
] as const;

const KINDS = eventMembers.map((name) => `\`${name}\``).join(", ");

const flag = () => boolean().nullish();

const SimulatedEvent = z
  .object({
    after_seconds: integer().max(MAX_SECONDS).describe("From the start."),
    reply: text(4096).describe(
      "The lead writes this: one of the workspace's opt-out keywords unsubscribes it.",
    ),
    tapped: text(256).describe("Beside `reply`, where the lead taps a button: the button's `id`."),
    click: flag().describe(
      "The lead clicks a link of the last messages, or the one that `short_link_id` names. A " +
        "tag that the link gives is added by `tag_added` only.",
    ),
    short_link_id: reference().nullish().describe("Beside `click`."),
    read: flag().describe("The lead reads the last message."),
    tag_added: reference().nullish().describe("The lead gets this tag."),
    stage_changed: choice(stages).describe("The lead is moved to this stage."),
    custom: text(64).describe("An event of this name is reported through the API."),
    opt_out: flag().describe("The lead unsubscribes."),
    webhook: z
      .object({
        node_id: text(255).describe(
          "The node whose requests are answered so; every node's when absent.",
        ),
        is_ok: boolean(),
        status: z.int().min(100).max(599).nullish(),
        saved: z
          .unknown()
          .optional()
          .meta({
            description: "What `save_to` gets.",
            jsonSchema: {
              type: ["object", "array", "string", "number", "boolean", "null"],
              items: {},
            },
          }),
      })
      .nullish()
      .describe(
        "How webhooks are answered from then on. Before, they succeed with 200. To an address " +
          "that is refused none is sent: the node is left by `failed`.",
      ),
    analysis: z
      .object({
        status: requiredChoice(analysisEnds),
        reason: choice(simulatedFailures).describe(
          "Why, of `failed`; `unavailable` when absent. `timeout` lasts as long as the node waits.",
        ),
        fields: z
          .object(findings)
          .meta({ id: "SimulatedFindings" })
          .nullish()
          .describe("What it finds, of `completed`: the lead's fields as they are then."),
      })
      .nullish()
      .describe("How analyses end from then on. Before, they complete and find nothing."),
    nothing: flag().describe("Time passes, and nothing else happens."),
  })
  .superRefine(
    (event, context) => {
      // This also runs on invalid values.
      if (Object(event) !== event) return;
      const given = eventMembers.filter(
        (name) => (event[name] ?? false) !== false && (event[name] as unknown) !== "",
      );
      const [first, ...others] = given;
      if (!first) {
        context.addIssue({ code: "custom", path: ["reply"], message: validationMessages.required });
        return;
      }
      for (const name of others)
        context.addIssue({
          code: "custom",
          path: [name],
          message: validationMessages.notBeside(first),
        });
    },
    { when: () => true },
  )
  .meta({ id: "SimulatedEvent" });

export const SimulationInput = z
  .object({
    lead_id: reference().nullish().describe("A lead of the workspace, as it is now."),
    lead: SyntheticLead.nullish().describe(
      "Or one that is made up. It can be reached on the scenario's platform: by a sandbox " +
        "where the workspace has no channel for it.",
    ),
    events: z
      .array(SimulatedEvent)
      .max(MAX_EVENTS)
      .nullish()
      .meta({
        description: [
          "What happens, each member but `after_seconds` being one kind:",
          `one of ${KINDS}.`,
        ].join(" "),
      }),
    start_at: timestamp()
      .refine(canBegin, validationMessages.within(FIRST_START, LAST_START))
      .describe(`When the run begins, from ${FIRST_START} to ${LAST_START}; now when absent.`),
    run_id: integer(1)
      .nullish()
      .describe(
        "By which `split` nodes choose, as they do by the ids of real runs; 1 when absent.",
      ),
    ...graph,
  })
  .superRefine(checkGraph, { when: () => true })
  .superRefine(
    exactlyOne(["lead_id", "lead"], "The lead id field is required when there is no lead."),
    { when: () => true },
  )
  .meta({
    id: "SimulationInput",
    description: "Without `nodes` and `edges`, the scenario's own graph is followed.",
    examples: [
      {
        lead: { first_name: "Ada", variables: { language: "fr" } },
        start_at: "2026-11-20T10:00:00Z",
        events: [
          { after_seconds: 60, read: true },
          { after_seconds: 3600, reply: "1" },
        ],
        nodes: [
          { id: "start", type: "start" },
          { id: "hello", type: "message", data: { text: "Hi {{first_name}}!" } },
        ],
        edges: [{ source: "start", target: "hello" }],
      },
      { lead_id: 1, events: [{ after_seconds: 259200, reply: "Yes" }] },
    ],
  });

export type SyntheticLead = z.output<typeof SyntheticLead>;
export type SimulatedEvent = z.output<typeof SimulatedEvent>;
export type SimulationInput = z.output<typeof SimulationInput>;
