import * as z from "zod";
import { bulkFailures, bulkStates, previewReasons } from "#domain/automation";
import { PausedChannel } from "#features/messaging/channels/pause-schema";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";

export const BulkEnrolment = z
  .object({
    matched: z.int().meta({ description: "How many leads the ids or the filter found." }),
    enrolled: z.int().meta({ description: "How many of them have a new run." }),
    already_active: z
      .int()
      .meta({ description: "How many already had an active run there, and keep it." }),
    opted_out: z.int().meta({ description: "How many have opted out, and get no run." }),
  })
  .meta({
    id: "BulkEnrolment",
    examples: [{ matched: 240, enrolled: 221, already_active: 12, opted_out: 7 }],
  });

export const BulkEnrolmentJob = z
  .object({
    id: z.int(),
    scenario_id: z.int(),
    state: z.enum(bulkStates).meta({
      description: "`scheduled`: it begins later. `failed`: the remaining leads are not enrolled.",
    }),
    reason: z
      .enum(bulkFailures)
      .nullable()
      .meta({
        description:
          "Why it has failed. `tag_deleted`: without a tag of its filter, it would find others. " +
          "`internal_error`: a chunk of it has ended its worker three times.",
      }),
    progress: z.int().meta({
      description: "The percentage of the workspace's leads that it has looked at.",
    }),
    ...BulkEnrolment.shape,
    held_out: z.int().meta({ description: "How many are left out by `holdout`." }),
    at: at.nullable().meta({ description: "When it begins, if not at once." }),
    per_hour: z.int().nullable(),
    holdout: z.number().meta({ description: "The share of the leads that are left out." }),
    holdout_seed: z
      .string()
      .nullable()
      .meta({ description: "Decides who they are. Null without a `holdout`." }),
    created_at: at,
    finished_at: at.nullable(),
  })
  .meta({
    id: "BulkEnrolmentJob",
    description: "An enrolment of many leads that goes on after the answer.",
    examples: [
      {
        id: 3,
        scenario_id: 2,
        state: "running",
        reason: null,
        progress: 21,
        matched: 10_000,
        enrolled: 9_820,
        already_active: 40,
        opted_out: 140,
        held_out: 0,
        at: null,
        per_hour: null,
        holdout: 0,
        holdout_seed: null,
        created_at: "2026-11-20T10:15:30.123Z",
        finished_at: null,
      },
    ],
  });

export const BulkEnrolmentQuery = PageQuery.extend({
  state: query.choice(bulkStates).describe("Bulk enrolments in this state."),
  scenario_id: query.integer(1).describe("Those of this scenario."),
});

const PreviewGroup = z
  .object({
    reason: z.enum(previewReasons).meta({
      description:
        "`enrolled`: they get a run. `already_active`, `opted_out` and `holdout`: they get none. " +
        "Of those enrolled, `marketing_opted_out`: they want no marketing, and a template of the " +
        "scenario is marketing or of no known category. `no_address`: their address on the " +
        "platform is not known. " +
        "`in_other_run`: they have an active run of another scenario. `window_closed`: they have " +
        "not written in the last 24 hours, and the scenario may send free text before they do. " +
        "`no_comment`: the scenario may reply under a comment, and none starts their runs.",
    }),
    count: z.int(),
    lead_ids: z.array(z.int()).meta({ description: "The first 100 of them, newest first." }),
  })
  .meta({ id: "EnrolmentPreviewGroup" });

export const EnrolmentPreview = z
  .object({
    exact: z.boolean().meta({
      description: "`false`: after 10,000 leads, or very many others, no more were looked at.",
    }),
    has_channel: z
      .boolean()
      .meta({ description: "Whether there is an active channel of the scenario's platform." }),
    paused_channels: z.array(PausedChannel).meta({
      description: "The channels of the platform that are paused: what they are to send may wait.",
    }),
    holdout_seed: z
      .string()
      .nullable()
      .meta({
        description:
          "Send it with the enrolment, and it leaves out the very leads named here. Null without " +
          "a `holdout`.",
      }),
    groups: z.array(PreviewGroup),
  })
  .meta({
    id: "EnrolmentPreview",
    description: "Who would be enrolled, who not, and why.",
  });

/** The answer to a bulk enrolment, or to its dry run. */
export const BulkEnrolmentAnswer = z.object({
  data: BulkEnrolment,
  preview: EnrolmentPreview.optional().meta({ description: "In the answer to a dry run." }),
});

export type BulkEnrolment = z.output<typeof BulkEnrolment>;
export type BulkEnrolmentJob = z.output<typeof BulkEnrolmentJob>;
export type BulkEnrolmentQuery = z.output<typeof BulkEnrolmentQuery>;
export type EnrolmentPreview = z.output<typeof EnrolmentPreview>;
