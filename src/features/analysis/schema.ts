import * as z from "zod";
import { analysisCauses, analysisFailures, analysisStatuses, skipReasons } from "#domain/analysis";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  profileSources,
} from "#domain/leads";
import { PageQuery } from "#http/page";
import { at, query } from "#lib/fields";

export const WaitQuery = z.object({
  wait: query
    .flag()
    .describe(
      "`1` waits for the end and answers 200. If that takes more than 25 seconds, you get 202: " +
        "at once if the analysis can't begin within that time.",
    ),
});

export const AnalysisQuery = PageQuery.extend({
  lead_id: query.integer(1).describe("Only what belongs to this lead."),
  conversation_id: query.integer(1).describe("Analyses of this conversation."),
  status: query.choice(analysisStatuses).describe("Analyses in this status."),
});

export const Analysis = z
  .object({
    id: z.int(),
    lead_id: z.int(),
    conversation_id: z.int(),
    cause: z.enum(analysisCauses).meta({
      description:
        "What asked for the analysis: a request to this API, a scenario's node, or a " +
        "conversation that had gone quiet.",
    }),
    status: z.enum(analysisStatuses),
    reason: z
      .enum([...skipReasons, ...analysisFailures])
      .nullable()
      .meta({
        description:
          "Why it was skipped: `unchanged` (nothing new since the last one), `no_text` (the " +
          "lead has written no words), `switched_off`, `opted_out`, `daily_limit`. Why it " +
          "failed: `refused` (the model would not answer), `invalid_answer` (its answer was " +
          "unusable, even when asked again), `rejected` (the model's API refuses the request, " +
          "so the operator must check the settings), `unavailable` (four attempts got no " +
          "answer), `internal_error`. If it is pending: why it waits.",
      }),
    attempts: z.int().meta({ description: "How often it was begun." }),
    next_attempt_at: at.nullable().meta({ description: "When a pending analysis begins." }),
    model: z.string().nullable().meta({
      description: "What read the conversation: `rules`, or the name of a language model.",
    }),
    prompt_version: z
      .string()
      .nullable()
      .meta({ description: "The version of what the model is told." }),
    messages_count: z.int().meta({ description: "How many messages were read." }),
    claims_count: z.int().meta({ description: "How many claims about the lead were found." }),
    dropped_count: z.int().meta({
      description:
        "How many claims were dropped: the quote is not the lead's words, the value doesn't " +
        "fit the field, or the claim is a repetition.",
    }),
    calls: z.int().meta({ description: "How often the model was asked." }),
    input_tokens: z.int(),
    output_tokens: z.int(),
    created_at: at,
    finished_at: at.nullable(),
  })
  .meta({
    id: "Analysis",
    description:
      "An analysis of a conversation, for the lead's profile and the conversation's summary. " +
      "Kept for 90 days.",
    examples: [
      {
        id: 1_795_169_730_123_000,
        lead_id: 42,
        conversation_id: 7,
        cause: "request",
        status: "completed",
        reason: null,
        attempts: 1,
        next_attempt_at: null,
        model: "rules",
        prompt_version: "1",
        messages_count: 12,
        claims_count: 3,
        dropped_count: 0,
        calls: 0,
        input_tokens: 0,
        output_tokens: 0,
        created_at: "2026-11-20T10:15:30.123Z",
        finished_at: "2026-11-20T10:15:30.310Z",
      },
    ],
  });

/** `kind` names what is claimed in the document. */
const claimOf = <T extends z.ZodType>(kind: string, value: T) =>
  z
    .object({
      value,
      confidence: z.number().min(0).max(1).meta({
        description: "How sure the analysis is. A claim below 0.5 doesn't fill the field.",
      }),
      conversation_id: z.int(),
      message_id: z.int().meta({ description: "The lead's message that says so." }),
      quote: z.string().meta({ description: "The words in that message." }),
      said_at: at,
      model: z.string(),
      prompt_version: z.string(),
      analysed_at: at,
    })
    .meta({ id: `${kind}Claim` });

const field = <T extends z.ZodType, Claim extends z.ZodType>(
  kind: string,
  value: T,
  claim: Claim,
) =>
  z
    .object({
      value,
      source: z
        .enum(profileSources)
        .nullable()
        .meta({
          description:
            "`api`: a request or a scenario set it, and no analysis overwrites it. `null` if " +
            "nobody has set it.",
        }),
      claims: z
        .array(claim)
        .meta({ description: "What analyses have found, the newest words first, at most 50." }),
    })
    .meta({ id: `${kind}Finding` });
const one = <T extends z.ZodType>(kind: string, value: T) =>
  field(kind, value.nullable(), claimOf(kind, value));
const textClaim = claimOf("Text", z.string());
const text = field("Text", z.string().nullable(), textClaim);
const list = field("TextList", z.array(z.string()), textClaim);

const unset = (value: null | [] = null) => ({ value, source: null, claims: [] });

const exampleFields = {
  age: {
    value: 34,
    source: "analysis",
    claims: [
      {
        value: 34,
        confidence: 0.9,
        conversation_id: 7,
        message_id: 5131,
        quote: "I'm 34 and I work at the post office.",
        said_at: "2026-11-20T08:55:00.000Z",
        model: "rules",
        prompt_version: "1",
        analysed_at: "2026-11-20T10:15:30.310Z",
      },
    ],
  },
  occupation_status: { value: "employee", source: "api", claims: [] },
  maturity_level: unset(),
  engagement_level: unset(),
  is_lost: { value: false, source: null, claims: [] },
  lost_reason: unset(),
  professional_situation: unset(),
  primary_objective: unset(),
  blockers: unset([]),
  levers: unset([]),
  verbatim: unset(),
  lost_reason_detail: unset(),
};

export const LeadProfile = z
  .object({
    lead_id: z.int(),
    profile_extracted_at: at.nullable(),
    fields: z.object({
      age: one("Integer", z.int()),
      occupation_status: one("Occupation", z.enum(occupations)),
      maturity_level: one("MaturityLevel", z.enum(maturityLevels)),
      engagement_level: one("EngagementLevel", z.enum(engagementLevels)),
      is_lost: field("Boolean", z.boolean(), claimOf("Boolean", z.boolean())),
      lost_reason: one("LostReason", z.enum(lostReasons)),
      professional_situation: text,
      primary_objective: text,
      blockers: list,
      levers: list,
      verbatim: text,
      lost_reason_detail: text,
    }),
  })
  .meta({
    id: "LeadProfile",
    description:
      "A lead's profile, field by field, each with its source and the words that it rests on.",
    examples: [
      { lead_id: 42, profile_extracted_at: "2026-11-20T10:15:30.310Z", fields: exampleFields },
    ],
  });

export const AnalysisCost = z
  .object({
    model: z.string(),
    analyses: z.int(),
    calls: z.int().meta({ description: "How often the model was asked, including repeats." }),
    input_tokens: z.int(),
    output_tokens: z.int(),
  })
  .meta({ id: "AnalysisCost", description: "What analyses have cost, by model." });

export type AnalysisQuery = z.output<typeof AnalysisQuery>;
export type Analysis = z.output<typeof Analysis>;
export type LeadProfile = z.output<typeof LeadProfile>;
export type AnalysisCost = z.output<typeof AnalysisCost>;
