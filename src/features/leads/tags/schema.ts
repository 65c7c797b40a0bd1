import * as z from "zod";
import { stages } from "#domain/leads";
import { PageQuery } from "#http/page";
import { at, choice, query, requiredText, text } from "#lib/fields";

export const TagInput = z
  .object({
    label: requiredText(255).describe(
      "Unique in the workspace, ignoring case and typographic marks.",
    ),
    description: text(1000),
    pipeline_stage: choice(stages).describe(
      "Applying the tag moves the lead to this stage, unless the same request sets the stage.",
    ),
  })
  .meta({
    id: "TagInput",
    examples: [
      {
        label: "Webinar attendee",
        description: "Came to the June webinar",
        pipeline_stage: "engaged",
      },
    ],
  });

export const Tag = z
  .object({
    id: z.int(),
    label: z.string(),
    description: z.string().nullable(),
    pipeline_stage: z
      .enum(stages)
      .nullable()
      .meta({ description: "The stage that a lead moves to when it gets the tag." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Tag",
    description: "A label for leads.",
    examples: [
      {
        id: 3,
        label: "Webinar attendee",
        description: "Came to the June webinar",
        pipeline_stage: "engaged",
        created_at: "2026-11-12T08:30:00.000Z",
        updated_at: "2026-11-12T08:30:00.000Z",
      },
    ],
  });

export const TagQuery = PageQuery.extend({
  label: query.text(255).describe("Part of the label, ignoring case."),
  exact_label: query
    .text(255)
    .describe("The whole label, ignoring case and typographic marks: finds one tag or none."),
});

export const TagSaveQuery = z.object({
  upsert: query
    .flag()
    .describe(
      "`1`: if there is a tag with this label, it gets the other members that you send, instead " +
        "of failing. Its label stays as it is written.",
    ),
});

export type TagInput = z.output<typeof TagInput>;
export type TagQuery = z.output<typeof TagQuery>;
export type Tag = z.output<typeof Tag>;
