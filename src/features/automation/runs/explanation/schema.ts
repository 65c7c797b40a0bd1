import * as z from "zod";
import { gates, sendingTypes } from "#domain/automation";
import { messageStatuses } from "#domain/messaging";
import { at } from "#lib/fields";
import { Run } from "../schema";
import { startedByExample } from "../started-by";

export const Explanation = z
  .object({
    run_id: z.int(),
    state: Run.shape.state,
    node_id: Run.shape.node_id,
    waiting_for: Run.shape.waiting_for,
    started_by: Run.shape.started_by,
    next_message: z
      .object({
        node_id: z.string(),
        type: z.enum(sendingTypes).meta({ id: "SendingNodeType" }),
      })
      .nullable()
      .meta({
        description:
          "The nearest node with a message on any path from the run's node. `null` if there is " +
          "none.",
      }),
    pending_message: z
      .object({
        id: z.int(),
        status: z.enum(messageStatuses),
        next_attempt_at: at.nullable().meta({
          description: "`null` while the provider has it, and while its scenario or run is paused.",
        }),
      })
      .nullable()
      .meta({ description: "A message of the run that has not been sent yet." }),
    gates: z
      .array(
        z
          .object({
            gate: z.enum(gates),
            passed: z.boolean(),
            detail: z.string().meta({ description: "An explanation for people." }),
            holds_until: at.nullable().meta({
              description: "When the hours that hold the message are over. `null` for all else.",
            }),
          })
          .meta({ id: "GateResult" }),
      )
      .meta({
        description: "Everything that a message must pass, in the order of the checks.",
      }),
    blocked_by: z
      .enum(gates)
      .nullable()
      .meta({ description: "The first gate that blocks the message." }),
    next_look_at: at.nullable().meta({
      description:
        "When the run or its message is checked again, if nothing happens before. `null` if " +
        "only an event can move it.",
    }),
  })
  .meta({
    id: "Explanation",
    description: "Why a run's lead has not got the next message.",
    examples: [
      {
        run_id: 16,
        state: "waiting",
        node_id: "pause",
        waiting_for: "time",
        started_by: startedByExample,
        next_message: { node_id: "question", type: "message" },
        pending_message: null,
        gates: [
          {
            ...{ gate: "scenario_active", passed: true, detail: "The scenario is active." },
            holds_until: null,
          },
          {
            gate: "window",
            passed: true,
            detail: "The window is open until 2026-11-21T08:55:00.000Z.",
            holds_until: null,
          },
          {
            gate: "timer",
            passed: false,
            detail: "The run waits for the time that its node sets.",
            holds_until: null,
          },
        ],
        blocked_by: "timer",
        next_look_at: "2026-11-20T14:15:30.123Z",
      },
    ],
  });

export type Explanation = z.output<typeof Explanation>;
