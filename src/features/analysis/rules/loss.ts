import { foldKeyword } from "../../../lib/text";
import type { Statement } from "./heard";
import {
  atThisPrice,
  back,
  bareNo,
  declines,
  farAway,
  type LostReason,
  notNow,
  refusals,
  stop,
  stopWords,
  withoutFinancing,
} from "./losses";
import { type Objection, objectionIn } from "./objections";
import { type Phrases, says } from "./phrases";

/** A plain word on whether the lead goes on: why not, `null` where they do after all. */
export type Decision = { statement: Statement; reason: LostReason | null; isStop: boolean };

/** What a refusal is not, where it goes on with a but: `not interested in illustration, but …`; thanks and wishes aside. */
const BUT =
  /\b(?:but|mais|pero|mas|sino|only)\b(?! (?:thank|thanks|merci|gracias|obrigad|good luck|bonne|suerte|boa|i wish|perto|barat|proxim))/;
const KINDS = Object.entries(refusals) as [keyof typeof refusals, Phrases][];

/** A message's statements, with the objection that each states, if any. */
type Told = { statement: Statement; objection: Objection | undefined }[];

/** How many statements of a message can belong to a refusal in it. */
const NEAR = 6;

/** Whether the same sentence, or what is said next, names a time that is far away. */
const isPutOff = (told: Told, at: number) =>
  told.slice(at, at + NEAR).some(({ statement }) => farAway.test(statement.sentence.words));

/** What a refusal is said to, in one clause with it: "at this price I'll pass". */
const CONDITION = new RegExp(`${withoutFinancing.source}|${atThisPrice.source}`);

/** A no for money: near a price in the same message, or for want of financing. A bare no only behind the price in its sentence. */
function noForMoney(told: Told, at: number): LostReason | undefined {
  const { sentence, clause } = told[at]!.statement;
  const isNo =
    says(clause.words, declines) || says(clause.words.replace(CONDITION, "").trim(), declines);
  if (!isNo && !bareNo.test(clause.words)) return undefined;
  if (isNo && withoutFinancing.test(sentence.words)) return "no_financing";
  if (isNo && atThisPrice.test(sentence.words)) return "price_objection";
  const near = told.slice(Math.max(at - NEAR, 0), isNo ? at + NEAR : at);
  const objections = near
    .filter(({ statement }) => isNo || statement.sentence === sentence)
    .map(({ objection }) => objection);
  if (objections.includes("financing")) return "no_financing";
  return objections.includes("price") ? "price_objection" : undefined;
}

function decisionIn(told: Told, at: number): Decision[] {
  const { statement } = told[at]!;
  const { sentence, clause } = statement;
  const isStop =
    says(clause.words, stop) ||
    (stopWords.has(clause.words) && stopWords.has(foldKeyword(sentence.said.text)));
  if (isStop) return [{ statement, reason: "not_interested", isStop }];
  const reason = KINDS.find(([, phrases]) => says(clause.words, phrases))?.[0];
  if (reason && !BUT.test(clause.after)) return [{ statement, reason, isStop }];
  if (says(clause.words, notNow) && isPutOff(told, at))
    return [{ statement, reason: "wrong_timing", isStop }];
  const forMoney = noForMoney(told, at);
  if (forMoney) return [{ statement, reason: forMoney, isStop }];
  return says(clause.words, back) ? [{ statement, reason: null, isStop }] : [];
}

/** All that the lead decided, oldest first. */
export function decisions(statements: Statement[]): Decision[] {
  const messages = new Map<Statement["sentence"]["said"], Told>();
  for (const statement of statements) {
    const { said } = statement.sentence;
    if (!messages.has(said)) messages.set(said, []);
    messages.get(said)!.push({ statement, objection: objectionIn(statement) });
  }
  return [...messages.values()].flatMap((told) => told.flatMap((_, at) => decisionIn(told, at)));
}
