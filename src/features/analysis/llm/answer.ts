import * as z from "zod";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  type ProfileField,
  profileFields,
} from "#domain/leads";
import { cleaned } from "#lib/json";
import { cut } from "#lib/text";
import type { Claim, Findings } from "../analyst";
import { objectIn } from "./object";

const MAX_SUMMARY_CHARACTERS = 1_000;
const MAX_DEPTH = 6;
const MAX_FAULTS = 5;

const evidence = { message_id: z.int(), quote: z.string() };
const confidence = z.number();

/** Evidence comes first: a model writes in this order, and bases the value on the quote. */
const claim = <Value extends z.ZodType>(value: Value) =>
  z.object({ ...evidence, value, confidence });

const claims = {
  age: claim(z.int()).nullable(),
  occupation_status: claim(z.enum(occupations)).nullable(),
  maturity_level: claim(z.enum(maturityLevels)).nullable(),
  engagement_level: claim(z.enum(engagementLevels)).nullable(),
  is_lost: claim(z.boolean()).nullable(),
  lost_reason: claim(z.enum(lostReasons)).nullable(),
  professional_situation: claim(z.string()).nullable(),
  primary_objective: claim(z.string()).nullable(),
  blockers: z.array(claim(z.string())),
  levers: z.array(claim(z.string())),
  verbatim: z.object({ ...evidence, confidence }).nullable(),
  lost_reason_detail: claim(z.string()).nullable(),
} satisfies Record<ProfileField, z.ZodType>;

/**
 * The answer of a model. The reader checks lengths and ranges, as not every server knows them in a
 * JSON Schema.
 */
const Answer = z.object({ ...claims, summary: z.string() });

/** The values of fields that a model leaves out. */
const NO_CLAIMS = {
  ...Object.fromEntries(profileFields.map((field) => [field, null])),
  blockers: [],
  levers: [],
};

/** The answer as a JSON Schema for the strict mode of OpenAI. */
export function answerSchema() {
  const { $schema, ...schema } = z.toJSONSchema(Answer, {
    override({ jsonSchema }) {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema;
}

/**
 * The findings in a model's text, or the fault of the text, described without quoting it. Prose and
 * reasoning may surround the object.
 */
export function findingsIn(text: string): { findings: Findings } | { fault: string } {
  const answer = text.replace(/^\s*<think>.*?<\/think>/s, "");
  const json = cleaned(objectIn(answer), MAX_DEPTH);
  if (typeof json !== "object" || json === null)
    return { fault: answer.trim() ? "it is not one JSON object" : "it is empty" };
  const { data, error } = Answer.safeParse({ ...NO_CLAIMS, ...json });
  if (error) return { fault: faultOf(error) };
  const summary = cut(data.summary.trim(), MAX_SUMMARY_CHARACTERS).trim();
  return { findings: { claims: claimsIn(data), summary: summary || null } };
}

/** Describes a fault without quoting the answer: by our names, messages of types, and choices. */
const faultOf = ({ issues }: z.ZodError) =>
  issues
    .slice(0, MAX_FAULTS)
    .map(({ path, message }) => `${path.join(".")}: ${message}`)
    .join("; ");

function claimsIn(answer: z.infer<typeof Answer>): Claim[] {
  return profileFields.flatMap((field) =>
    [answer[field] ?? []].flat().map((claim) => ({
      field,
      value: "value" in claim ? claim.value : claim.quote,
      confidence: claim.confidence,
      messageId: claim.message_id,
      quote: claim.quote,
    })),
  );
}
