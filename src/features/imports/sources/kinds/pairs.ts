import { plainText } from "../read-as";
import { type Members, memberAt, membersOf, textAt, textOf } from "./members";

/** A question with its answer, and the type of the field that it was asked in. */
export type Pair = { question: string; answer: unknown; type: string };

export type Found = { pairs: Pair[]; tracking: Members };

const [MAX_DEPTH, MAX_VISITED] = [6, 2_000];

const QUESTIONS = ["question", "label", "title", "name"];
const ANSWERS = ["answer", "value", "response"];

/** A list as the texts of its choices, an object as its own; any other answer as it is. */
function answerOf(answer: unknown, options: Map<string, string>): unknown {
  const named = (one: unknown) => options.get(textOf(one) ?? "") ?? plainText(one);
  if (Array.isArray(answer)) return answer.map(named).filter((one) => one !== undefined);
  if (typeof answer !== "object" || answer === null) return options.get(String(answer)) ?? answer;
  const labels = memberAt(answer, ["labels"]);
  return Array.isArray(labels) ? answerOf(labels, options) : plainText(answer);
}

/** The names of choices by their ids, as Tally has them beside an answer. */
function optionsOf(field: Members) {
  const options = Array.isArray(field.options) ? field.options : [];
  return new Map(
    options.flatMap((option): [string, string][] => {
      const [id, name] = [textAt(option, "id"), plainText(option)];
      return id === undefined || name === undefined ? [] : [[id, name]];
    }),
  );
}

/**
 * A field of a form with what was entered. The answer may stand under the name of the field's type,
 * as in Typeform and Stripe. `titles`: the questions by the ids of their fields.
 */
function pairOf(field: Members, titles: Map<string, string>): Pair | undefined {
  const type = textAt(field, "type") ?? "";
  const name = ANSWERS.find((one) => Object.hasOwn(field, one)) ?? type;
  if (name === "" || !Object.hasOwn(field, name)) return undefined;
  const asked = QUESTIONS.map((one) => textOf(field[one])).find((one) => one !== undefined);
  const question =
    titles.get(textAt(field, "field", "id") ?? "") ??
    asked ??
    textAt(field, "label", "custom") ??
    textAt(field, "field", "ref");
  if (!question) return undefined;
  return { question, answer: answerOf(field[name], optionsOf(field)), type };
}

/** The titles of the fields that an object defines, also of those within groups. */
function titlesIn(definition: unknown, depth = 0): [string, string][] {
  const fields = memberAt(definition, ["fields"]);
  if (!Array.isArray(fields) || depth > 2) return [];
  return fields.flatMap((field) => {
    const [id, title] = [textAt(field, "id"), textAt(field, "title")];
    const inner = titlesIn(memberAt(field, ["properties"]), depth + 1);
    return id === undefined || title === undefined ? inner : [[id, title] as const, ...inner];
  });
}

/** The parameters by which links are told apart. */
const TRACKED = /^(utm_\w{1,40}|lead_ref)$/i;

/** Finds the questions and answers of a body, wherever its form has them. */
export function pairsIn(item: unknown): Found {
  const found: Found = { pairs: [], tracking: {} };
  const titles = new Map<string, string>();
  let visited = 0;
  const track = (name: string, value: unknown) => {
    const text = TRACKED.test(name) ? textOf(value) : undefined;
    if (text !== undefined) found.tracking[name.toLowerCase()] ??= text;
  };
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return;
    if (++visited > MAX_VISITED) return;
    const members = Array.isArray(value) ? {} : membersOf(value);
    for (const [id, title] of titlesIn(members.definition)) titles.set(id, title);
    const pair = depth > 0 ? pairOf(members, titles) : undefined;
    if (pair) {
      found.pairs.push(pair);
      track(pair.question, pair.answer);
      return;
    }
    for (const [name, member] of Object.entries(value)) {
      track(name, member);
      if (name !== "definition") walk(member, depth + 1);
    }
  };
  walk(item, 0);
  return found;
}
