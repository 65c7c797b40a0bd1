import { foldText } from "#lib/text";
import { plainCell } from "./cell-values";
import { isConsentWord, optoutCell } from "./consent-cell";
import { isConsentDetail, isOptinName, isOptoutName, isReason, isVague } from "./consent-names";
import type { Values } from "./rows";

/** The target of a column on consent; `ignore` where nobody but the sender can tell. */
export type ConsentTarget = "is_optout" | "is_subscribed" | "ignore";

/** The name of a column as words: `HasOptedOutOfEmail` is `has opted out of email`. */
export const wordsOf = (column: string) =>
  foldText(column.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2"))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const CHANNELS: [string, RegExp][] = [
  ["whatsapp", /\bwhats ?app\b/],
  ["sms", /\b(sms|texts?|mms)\b/],
  ["email", /\b(e ?mails?|mails?|courriels?|mailings?)\b/],
  ["call", /\b(phone|calls?|telephone|telefon|telefono|voice|appels?)\b/],
  ["post", /\b(fax|post|postal|letters?|courrier)\b/],
];
/** The channels by which messages of ours can be meant. */
const OURS = new Set(["all", "whatsapp"]);
const channelOf = (words: string) => CHANNELS.find(([, name]) => name.test(words))?.[0] ?? "all";

/** The share of the cells that say either; all of none. */
function shareRead(cells: unknown[], target: ConsentTarget) {
  const read = cells.map((cell) => optoutCell(cell, target === "is_optout"));
  const fit = read.filter((one) => one === undefined || typeof one === "boolean");
  return cells.length === 0 ? 1 : fit.length / cells.length;
}

/** The target of a column by its name and first cells; undefined if it isn't about consent. */
function meaningOf(words: string, cells: unknown[]): ConsentTarget | undefined {
  const isWorded = cells.some(isConsentWord);
  if (isConsentDetail(words) && !isWorded) return undefined;
  const named = isOptoutName(words)
    ? "is_optout"
    : isOptinName(words)
      ? "is_subscribed"
      : undefined;
  const target = named ?? (isWorded ? "is_subscribed" : undefined);
  if (!target) return undefined;
  const share = shareRead(cells, target);
  if (isVague(words) && !isWorded) return cells.length > 0 && share === 1 ? target : undefined;
  // The few that can't be read are named row by row.
  return share >= 0.5 ? target : "ignore";
}

/**
 * The columns that speak of consent, by their names or their cells, and what each most likely is.
 * `taken`: whether a column is something else already, such as tags. Where several columns say who
 * has agreed to what, each by another channel, nobody but the sender can tell which is meant.
 */
export function consentIn(
  columns: readonly string[],
  sample: readonly Values[],
  taken: (column: string) => boolean,
): Map<string, ConsentTarget> {
  const found = columns.flatMap((column) => {
    if (taken(column)) return [];
    const words = wordsOf(column);
    const cells = sample.map((values) => plainCell(values[column]));
    const target = meaningOf(
      words,
      cells.filter((cell) => cell !== undefined),
    );
    return target ? [{ column, words, target, channel: channelOf(words) }] : [];
  });
  const channels = new Set(
    found.flatMap(({ target, channel }) => (target === "is_subscribed" ? [channel] : [])),
  );
  const isOneOfMany = ({ target, channel }: (typeof found)[number]) =>
    target === "is_subscribed" && channels.size > 1 && !OURS.has(channel);
  const isKnown = found.some(({ target }) => target !== "ignore");
  return new Map(
    found.flatMap((one) => {
      if (one.target === "ignore" && isKnown && isReason(one.words)) return [];
      return [[one.column, isOneOfMany(one) ? "ignore" : one.target] as const];
    }),
  );
}
