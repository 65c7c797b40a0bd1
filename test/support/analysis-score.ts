// Scores an analyst on conversations whose expected claims are written down with them.
import type { Analyst, Claim, Findings, Transcript } from "#features/analysis/analyst";
import { verifyEvidence } from "#features/analysis/evidence";
import { withinBudget } from "#features/analysis/transcript";
import type { Expected, Never, WrittenTalk } from "../fixtures/talk";

/** Claims with a lower confidence don't fill a profile field. */
const FILLING_CONFIDENCE = 0.5;

/** Not 0, so that an index that is used as an id is noticed. */
const FIRST_ID = 4001;

const transcriptOf = ({ messages }: WrittenTalk): Transcript =>
  messages.map(({ author, text, at }, index) => ({
    id: FIRST_ID + index,
    author,
    text,
    at: Date.parse(at),
  }));

const indexOf = (claim: Claim) => claim.messageId - FIRST_ID;
const described = ({ field, value, messageId, quote }: Claim) =>
  `${field} = ${value}, as message ${messageId - FIRST_ID} has "${quote}"`;

const matches = (claim: Claim, { field, value, message, also = [] }: Expected) =>
  claim.field === field &&
  (value === undefined || claim.value === value) &&
  [message, ...also].includes(indexOf(claim));

const isForbidden = (claim: Claim, { field, value }: Never) =>
  claim.field === field && (value === undefined || claim.value === value);

/** The unfiltered findings of an analyst in a written conversation. */
export async function findingsOf(analyst: Analyst, talk: WrittenTalk): Promise<Findings> {
  const outcome = await analyst.analyse(withinBudget(transcriptOf(talk), analyst.maxTokens));
  if (outcome.kind === "failed")
    throw new Error(`The analysis of "${talk.name}" has failed: ${outcome.reason}.`);
  return outcome.findings;
}

/** The claims that quote one of these messages of a conversation. */
export const claimsFrom = (claims: Claim[], messages: number[]) =>
  claims.filter((claim) => messages.includes(indexOf(claim))).map(described);

/**
 * The plain claims that were missed, and the claims that were invented. A claim is invented if it
 * is not expected of its message, is forbidden, or quotes words that are not the lead's. A
 * `verbatim` claim only has to quote the lead.
 */
export function markOf(claims: Claim[], talk: WrittenTalk) {
  const transcript = transcriptOf(talk);
  const filling = verifyEvidence(claims, transcript).filter(
    ({ confidence }) => confidence >= FILLING_CONFIDENCE,
  );
  const plain = talk.expected.filter((expected) => expected.plain);
  const missed = plain.filter((expected) => !filling.some((claim) => matches(claim, expected)));
  const isInvented = (claim: Claim) =>
    verifyEvidence([claim], transcript).length === 0 ||
    talk.never.some((never) => isForbidden(claim, never)) ||
    (claim.field !== "verbatim" && !talk.expected.some((expected) => matches(claim, expected)));
  return {
    plain: plain.length,
    found: plain.length - missed.length,
    missed: missed.map(
      ({ field, value, message }) =>
        `${field}${value === undefined ? "" : ` = ${value}`} in message ${message}`,
    ),
    inventions: claims.filter(isInvented).map(described),
  };
}

/** An analyst's marks for each of these conversations. */
export const marksOf = (analyst: Analyst, talks: WrittenTalk[]) =>
  Promise.all(
    talks.map(async (talk) => ({
      talk,
      ...markOf((await findingsOf(analyst, talk)).claims, talk),
    })),
  );

/** By language, how many plain claims were found and how many claims were invented. */
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

/** The perfect answer to a conversation: exactly the claims that are expected. */
export const modelAnswerTo = (talk: WrittenTalk): Claim[] =>
  talk.expected.map(({ field, value, message }) => {
    const quote = talk.messages[message]!.text;
    return { field, value: value ?? quote, confidence: 1, messageId: FIRST_ID + message, quote };
  });
