import { z } from "zod";
import {
  engagementLevels,
  lostReasons,
  maturityLevels,
  occupations,
  type ProfileField,
  profileFields,
} from "../../../domain/leads";
import { cleaned } from "../../../lib/json";
import { cut } from "../../../lib/text";
import type { Claim, Findings } from "../analyst";
import { parsed } from "./completion";

const MAX_SUMMARY_CHARACTERS = 1_000;
const MAX_DEPTH = 6;
const MAX_FAULTS = 5;

const evidence = { message_id: z.int(), quote: z.string() };
const confidence = z.number();

/** Evidence comes first: a model writes in this order, and then rests a value on words that it has before it. */
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

/** What a model is to answer. Lengths and ranges are for whoever reads it: not every server's JSON Schema knows them. */
const Answer = z.object({ ...claims, summary: z.string() });

/** A field that is left out is one of which nothing was said. */
const NOTHING_SAID = {
  ...Object.fromEntries(profileFields.map((field) => [field, null])),
  blockers: [],
  levers: [],
};

/** The same as JSON Schema, as the strict mode of OpenAI's takes it. */
export function answerSchema() {
  const { $schema, ...schema } = z.toJSONSchema(Answer, {
    override({ jsonSchema }) {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return schema;
}

/** What a model's text says; or what is wrong with it, without a word of it. The object may stand in prose, behind what the model thought. */
export function findingsIn(text: string): { findings: Findings } | { fault: string } {
  const said = text.replace(/^\s*<think>.*?<\/think>/s, "");
  const json = cleaned(parsed(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1)), MAX_DEPTH);
  if (typeof json !== "object" || json === null)
    return { fault: said.trim() ? "it is not one JSON object" : "it is empty" };
  const { data, error } = Answer.safeParse({ ...NOTHING_SAID, ...json });
  if (error) return { fault: faultOf(error) };
  const summary = cut(data.summary.trim(), MAX_SUMMARY_CHARACTERS).trim();
  return { findings: { claims: claimsIn(data), summary: summary || null } };
}

/** Paths are of our own names, and zod's words tell of types and choices. */
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
