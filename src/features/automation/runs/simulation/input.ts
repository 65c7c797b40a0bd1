import * as z from "zod";
import { analysisFailures, skipReasons } from "#domain/analysis";
import { stages } from "#domain/leads";
import { checkGraph, example, graph, ownGraph } from "#features/automation/scenarios/schema";
import {
  boolean,
  choice,
  integer,
  map,
  number,
  reference,
  requiredChoice,
  text,
  timestamp,
} from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";
import { SimulatedBooking } from "./booking-input";
import { findings, oneLead, whose } from "./lead-input";
import { oneStart, start } from "./start-input";

export const MAX_EVENTS = 1_000;
const MAX_SECONDS = 366 * 86_400;

/** With a start between these, every time in the answer has a four-digit year. */
const [FIRST_START, LAST_START] = ["2000-01-01T00:00:00Z", "9990-01-01T00:00:00Z"] as const;
const canBegin = (ms: number | null | undefined) =>
  ms == null || (ms >= Date.parse(FIRST_START) && ms <= Date.parse(LAST_START));

export const analysisEnds = ["completed", "failed"] as const;

/** The reasons why a run leaves an `ai_analyze` node by `failed`. */
export const simulatedFailures = [
  ...z.enum([...skipReasons, ...analysisFailures]).exclude(["unchanged"]).options,
  "timeout",
] as const;

/** The members of an event that each stand for something that happens. */
const leadEvents = [
  "reply",
  "answers",
  "click",
  "read",
  "tag_added",
  "stage_changed",
  "booking",
  "custom",
  "opt_out",
  "location",
  "webhook",
  "analysis",
] as const;
/** The members of an event that each stand for one kind of event. */
const eventMembers = [...leadEvents, "nothing"] as const;

const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

const flag = () => boolean().nullish();

/** The members of an event of a lead in a simulation. */
export const leadEvent = {
  reply: text(4096).describe(
    "The lead writes this. An opt-out keyword of the workspace unsubscribes the lead, and a " +
      "button of Meta's such as `Stop promotions` from marketing.",
  ),
  tapped: text(256).describe("With `reply`, if the lead taps a button: the button's `id`."),
  answers: map("The lead answers the form that the run has sent: by the answers' names.").nullish(),
  click: flag().describe(
    "The lead clicks a link in the last messages, or the one that `short_link_id` names. " +
      "This doesn't add the link's tag: use `tag_added`.",
  ),
  short_link_id: reference().nullish().describe("With `click`: the link."),
  read: flag().describe("The lead reads the last message."),
  tag_added: reference().nullish().describe("The lead gets this tag."),
  stage_changed: choice(stages).describe("The lead moves to this stage."),
  booking: SimulatedBooking.nullish().describe("The lead books, or a booking changes."),
  custom: text(64).describe("An event of this name is reported through the API."),
  opt_out: flag().describe("The lead unsubscribes from all messages."),
  location: z
    .object({
      latitude: number().min(-90).max(90),
      longitude: number().min(-180).max(180),
    })
    .meta({ id: "SimulatedLocation" })
    .nullish()
    .describe("The lead sends this place."),
  webhook: z
    .object({
      node_id: text(255).describe(
        "The node whose requests get this answer. Defaults to every node.",
      ),
      is_ok: boolean(),
      status: z.int().min(100).max(599).nullish(),
      saved: z
        .unknown()
        .optional()
        .meta({
          description: "What `save_to` stores.",
          jsonSchema: {
            type: ["object", "array", "string", "number", "boolean", "null"],
            items: {},
          },
        }),
    })
    .nullish()
    .describe(
      "How HTTP requests are answered from then on. Until then, they succeed with 200. A " +
        "refused address gets no request: the run leaves by `failed`.",
    ),
  analysis: z
    .object({
      status: requiredChoice(analysisEnds),
      reason: choice(simulatedFailures).describe(
        "For `failed`: why. Defaults to `unavailable`. `timeout` lasts as long as the node " +
          "waits.",
      ),
      fields: z
        .object(findings)
        .meta({ id: "SimulatedFindings" })
        .nullish()
        .describe("For `completed`: what it finds. The lead's fields take these values."),
    })
    .nullish()
    .describe("How analyses end from then on. Until then, they complete and find nothing."),
};

/** A refinement: exactly one of the members is given. */
const oneOf =
  (names: readonly (keyof typeof leadEvent | "nothing")[]) =>
  (event: Record<string, unknown>, context: z.RefinementCtx) => {
    // This also runs on invalid values.
    if (Object(event) !== event) return;
    const given = names.filter((name) => (event[name] ?? false) !== false && event[name] !== "");
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
  };

const SimulatedEvent = z
  .object({
    after_seconds: integer().max(MAX_SECONDS).describe("Seconds after the start."),
    ...leadEvent,
    nothing: flag().describe("Time passes, and nothing else happens."),
  })
  .superRefine(oneOf(eventMembers), { when: () => true })
  .meta({ id: "SimulatedEvent" });

/** An event of the lead of a test run, now. */
export const TestRunEventInput = z
  .object(leadEvent)
  .superRefine(oneOf(leadEvents), { when: () => true })
  .meta({ id: "TestRunEventInput", examples: [{ reply: "Yes, please" }] });

/** The lead, the events and the beginning of a simulation. */
const circumstances = {
  ...whose,
  ...start,
  events: z
    .array(SimulatedEvent)
    .max(MAX_EVENTS)
    .nullish()
    .describe(
      `What happens. Besides \`after_seconds\`, each event has one of ${listed(eventMembers)}.`,
    ),
  start_at: timestamp()
    .refine(canBegin, validationMessages.within(FIRST_START, LAST_START))
    .describe(`When the run begins, from ${FIRST_START} to ${LAST_START}. Defaults to now.`),
  run_id: integer(1)
    .nullish()
    .describe("The id by which `split` nodes choose, as for real runs. Defaults to 1."),
};

const examples = [
  {
    lead: { first_name: "Ada", variables: { language: "fr" } },
    start_at: "2026-11-20T10:00:00Z",
    events: [
      { after_seconds: 60, read: true },
      { after_seconds: 3600, reply: "1" },
    ],
    ...{ nodes: example.nodes, edges: example.edges },
  },
  { lead: { first_name: "Ada" }, started_by: { type: "message", text: "GUIDE" } },
  { lead_id: 1, events: [{ after_seconds: 259200, reply: "Yes" }] },
];
export const SimulationInput = z
  .object({ ...circumstances, ...graph })
  .superRefine(checkGraph, { when: () => true })
  .superRefine(oneLead, { when: () => true })
  .superRefine(oneStart, { when: () => true })
  .meta({
    id: "SimulationInput",
    description:
      "Without `nodes` and `edges`, the run follows the scenario's own graph, and without " +
      "`triggers` its own triggers are asked.",
    examples,
  });

export const GraphSimulationInput = z
  .object({ ...circumstances, ...ownGraph })
  .superRefine(checkGraph, { when: () => true })
  .superRefine(oneLead, { when: () => true })
  .superRefine(oneStart, { when: () => true })
  .meta({
    id: "GraphSimulationInput",
    examples: examples.map((one) => ({ platform: example.platform, ...one })),
  });

export type SimulatedEvent = z.output<typeof SimulatedEvent>;
export type TestRunEventInput = z.output<typeof TestRunEventInput>;
export type SimulationInput = z.output<typeof SimulationInput>;
export type GraphSimulationInput = z.output<typeof GraphSimulationInput>;
