import * as z from "zod";
import { lostReasons, stages } from "#domain/leads";
import type { SourceKind, SourceMatch, SourcePresetName, SourceUpdate } from "#domain/sources";
import { sourceKinds } from "#domain/sources";
import { requiredChoice } from "#lib/fields";
import type { SourceConsent } from "./consent";
import type { FormSettings } from "./forms/settings";
import { kinds } from "./kinds/registry";
import type { Path, SourceMapping, SourceTimes } from "./mapping";
import type { Verification } from "./verification";

const StageMove = z
  .union([
    z.literal("back"),
    z
      .object({
        stage: requiredChoice(stages),
        lost_reason: requiredChoice(lostReasons).nullish(),
      })
      .meta({ id: "SourceStageChange" }),
  ])
  .meta({ id: "SourceStageMove", examples: ["back", { stage: "won" }] });

const MAX_OUTCOMES = 50;

/** The stages that bookings of a source move their leads to. */
export const SourceStages = z
  .object({
    booked: requiredChoice(stages).nullable().default("call_booked"),
    from: z
      .array(z.enum(stages))
      .max(stages.length)
      .default(["new", "contacted", "engaged", "qualified"])
      .describe("Leads in other stages stay there when they book."),
    cancelled: StageMove.nullable()
      .default("back")
      .describe("`back`: to the stage of before. As below, only if nothing else moved the lead."),
    no_show: StageMove.nullable().default(null),
    outcomes: z
      .record(z.string().max(100), StageMove)
      .refine((outcomes) => Object.keys(outcomes).length <= MAX_OUTCOMES)
      .default({})
      .describe("By the text of the outcome."),
  })
  .meta({
    id: "SourceStages",
    description: "The stages that bookings move their leads to; `null` moves them nowhere.",
    examples: [
      {
        ...{ booked: "call_booked", from: ["new", "contacted"], cancelled: "back" },
        ...{ no_show: null, outcomes: { SALE: { stage: "won" } } },
      },
    ],
  });
export type SourceStages = z.output<typeof SourceStages>;

/** All of a source that is no secret and no column, as it is stored. */
export type SourceSettings = {
  /** The preset that it was made by; null for none. */
  preset: SourcePresetName | null;
  verification: Verification;
  mapping: SourceMapping;
  /** The path of the list inside a body. */
  items: Path | null;
  match_by: SourceMatch[];
  /** False: somebody who is not known makes no lead. */
  create: boolean;
  update: SourceUpdate;
  tag_ids: number[];
  default_country: string | null;
  /** The path of an item's id. */
  dedupe: Path | null;
  /** Null until somebody has chosen. */
  times: SourceTimes | null;
  stages: SourceStages;
  consent: SourceConsent | null;
  form: FormSettings | null;
};

/** The settings that a source of a kind begins with. */
export const defaultSettings = (kind: SourceKind): SourceSettings => ({
  preset: null,
  verification: kinds[kind].verification,
  mapping: kinds[kind].mapping,
  items: null,
  match_by: kinds[kind].matchBy,
  create: true,
  update: sourceKinds[kind].update,
  tag_ids: [],
  default_country: null,
  dedupe: null,
  times: null,
  stages: SourceStages.parse({}),
  consent: null,
  form: null,
});
