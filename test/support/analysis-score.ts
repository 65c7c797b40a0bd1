// How well an analyst reads conversations of which it is written down what they say.
import type { Analyst, Claim, Findings, Transcript } from "../../src/features/analysis/analyst";
import { verifyEvidence } from "../../src/features/analysis/evidence";
import { withinBudget } from "../../src/features/analysis/transcript";
import type { Expected, Never, WrittenTalk } from "../fixtures/talk";

/** Claims that are less sure don't fill a field. */
const FILLING_CONFIDENCE = 0.5;

/** Not 0, so that who takes an index for an id is found out. */
const FIRST_ID = 4001;

const transcriptOf = ({ messages }: WrittenTalk): Transcript =>
  messages.map(({ author, text, at }, index) => ({
    id: FIRST_ID + index,
    author,
    text,
    at: Date.parse(at),
  }));

const indexOf = (claim: Claim) => claim.messageId - FIRST_ID;
const told = ({ field, value, messageId, quote }: Claim) =>
  `${field} = ${value}, as message ${messageId - FIRST_ID} has "${quote}"`;

const says = (claim: Claim, { field, value, message, also = [] }: Expected) =>
  claim.field === field &&
  (value === undefined || claim.value === value) &&
  [message, ...also].includes(indexOf(claim));

const isForbidden = (claim: Claim, { field, value }: Never) =>
  claim.field === field && (value === undefined || claim.value === value);

/** What an analyst finds in a talk, as it finds it. */
export async function findingsOf(analyst: Analyst, talk: WrittenTalk): Promise<Findings> {
  const outcome = await analyst.analyse(withinBudget(transcriptOf(talk), analyst.maxTokens));
  if (outcome.kind === "failed")
    throw new Error(`The analysis of "${talk.name}" has failed: ${outcome.reason}.`);
  return outcome.findings;
}

/** The claims that rest on one of some messages of a talk. */
export const claimsFrom = (claims: Claim[], messages: number[]) =>
  claims.filter((claim) => messages.includes(indexOf(claim))).map(told);

/**
 * What of the plain claims was missed, and what was invented: a claim that nobody expects of this message, that must not be made, or whose
 * words are not the lead's. Words that are only quoted (`verbatim`) need to be the lead's, and nothing else.
 */
export function markOf(claims: Claim[], talk: WrittenTalk) {
  const transcript = transcriptOf(talk);
  const filling = verifyEvidence(claims, transcript).filter(
    ({ confidence }) => confidence >= FILLING_CONFIDENCE,
  );
  const plain = talk.expected.filter((expected) => expected.plain);
  const missed = plain.filter((expected) => !filling.some((claim) => says(claim, expected)));
  const isInvented = (claim: Claim) =>
    verifyEvidence([claim], transcript).length === 0 ||
    talk.never.some((never) => isForbidden(claim, never)) ||
    (claim.field !== "verbatim" && !talk.expected.some((expected) => says(claim, expected)));
  return {
    plain: plain.length,
    found: plain.length - missed.length,
    missed: missed.map(
      ({ field, value, message }) =>
        `${field}${value === undefined ? "" : ` = ${value}`} in message ${message}`,
    ),
    inventions: claims.filter(isInvented).map(told),
  };
}

/** What an analyst gets for each of some talks. */
export const marksOf = (analyst: Analyst, talks: WrittenTalk[]) =>
  Promise.all(
    talks.map(async (talk) => ({
      talk,
      ...markOf((await findingsOf(analyst, talk)).claims, talk),
    })),
  );

/** Of each language, how many of the plain claims were found, and how many claims were invented. */
export function figuresOf(marks: Awaited<ReturnType<typeof marksOf>>) {
  const languages = [...new Set(marks.map(({ talk }) => talk.language))];
  return languages.map((language) => {
    const own = marks.filter(({ talk }) => talk.language === language);
    const sumOf = (count: (mark: (typeof own)[number]) => number) =>
      own.reduce((sum, mark) => sum + count(mark), 0);
    return {
      language,
      talks: own.length,
      plain: sumOf(({ plain }) => plain),
      found: sumOf(({ found }) => found),
      invented: sumOf(({ inventions }) => inventions.length),
    };
  });
}

/** An analyst's answer to a talk that is just what is expected. */
export const modelAnswerTo = (talk: WrittenTalk): Claim[] =>
  talk.expected.map(({ field, value, message }) => {
    const quote = talk.messages[message]!.text;
    return { field, value: value ?? quote, confidence: 1, messageId: FIRST_ID + message, quote };
  });
