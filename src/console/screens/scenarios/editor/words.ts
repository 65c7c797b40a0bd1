import { useMemo } from "react";
import { nameTexts } from "#console/names/texts";
import { type TextsOf, useTexts } from "#console/texts/catalogue";
import { type Formats, useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { choicesIn } from "./choices";
import { fieldTexts } from "./form/texts";
import { type GraphNode, isObject, labelOf, type Settings, settingsOf, textFor } from "./graph";
import { type Names, useNames } from "./names";
import { isNodeType } from "./node-kinds";
import { nodeTexts } from "./node-texts";
import { triggerTexts } from "./triggers/texts";

export type Words = {
  t: TextsOf<typeof nodeTexts>;
  g: TextsOf<typeof general>;
  fields: TextsOf<typeof fieldTexts>;
  triggers: TextsOf<typeof triggerTexts>;
  f: Formats;
  names: Names;
  /** The names of values, by field, of fields that have few. */
  values: ReadonlyMap<string, Record<string, string>>;
} & Pick<TextsOf<typeof nameTexts>, "messageTypes" | "triggerTypes">;

export const lookup = (texts: object, key: unknown): string | undefined => {
  const text = typeof key === "string" && Object.hasOwn(texts, key) && Reflect.get(texts, key);
  return typeof text === "string" ? text : undefined;
};

export const titleOf = ({ t }: Pick<Words, "t">, type: string) =>
  isNodeType(type) ? t.types[type] : t.unknownType(type);

export const nameOf = (words: Pick<Words, "t">, node: GraphNode) =>
  labelOf(node) ?? titleOf(words, node.type);

/** The names of steps by their ids. Those of the same name are numbered. */
export function stepNames(words: Pick<Words, "t">, nodes: readonly GraphNode[]) {
  const count = new Map<string, number>();
  const names = nodes.map((node) => [node.id, nameOf(words, node)] as const);
  const isShared = (name: string) => names.filter(([, other]) => other === name).length > 1;
  return new Map(
    names.map(([id, name]) => {
      const number = (count.get(name) ?? 0) + 1;
      count.set(name, number);
      return [id, isShared(name) ? `${name} (${number})` : name] as const;
    }),
  );
}

export const nameById = (
  known: readonly { id: number; name: string }[],
  id: unknown,
  unknown: (id: number) => string,
) => known.find((one) => one.id === id)?.name ?? unknown(Number(textFor(id)));

export const tagName = ({ names, t }: Words, id: unknown) => nameById(names.tags, id, t.unknownTag);

export const sourceName = ({ names, t }: Words, id: unknown) =>
  nameById(names.sources, id, t.unknownSource);

export function linkName({ names, t }: Words, id: unknown) {
  const link = names.links.find((one) => one.id === id);
  return link ? (link.label ?? link.slug) : t.unknownLink(Number(textFor(id)));
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** A value of a field, such as a stage or a tag, in words. */
export function valueText(words: Words, field: string, value: unknown): string {
  const { t, f, values } = words;
  if (Array.isArray(value)) return f.list(value.map((one) => valueText(words, field, one)));
  if (typeof value === "boolean") return value ? t.true : t.false;
  if (field === "tags") return tagName(words, Number(textFor(value)));
  return lookup(values.get(field) ?? {}, value) ?? textFor(value);
}

export const fieldName = ({ fields }: Pick<Words, "fields">, field: string) =>
  lookup(fields.labels, field) ??
  field.replace(/^(variables|trigger\.data|booking\.answers)\./, "");

function clauseText(words: Words, clause: unknown) {
  if (!isObject(clause)) return "";
  const { field, op, value } = clause;
  const [name, relation] = [textFor(field), lookup(words.t.ops, op) ?? textFor(op)];
  const isUnary = op === "is_set" || op === "is_not_set";
  const compared = isUnary ? "" : ` ${valueText(words, name, value)}`;
  return `${fieldName(words, name)} ${relation}${compared}`;
}

function branchText(words: Words, branch: Settings) {
  const [list, joint] = Array.isArray(branch.any)
    ? [branch.any, words.t.or]
    : [listOf(branch.all), words.t.and];
  return list.map((clause) => clauseText(words, clause)).join(joint);
}

function matchText(words: Words, { op, value }: Settings) {
  const list = listOf(Array.isArray(value) ? value : [value]).map((one) =>
    words.t.quoted(textFor(one)),
  );
  const relation = lookup(words.t.ops, op ?? "equals") ?? textFor(op);
  return op === undefined || op === "equals" || op === "in"
    ? words.f.list(list)
    : `${relation} ${words.f.list(list)}`;
}

export function seconds(words: Words, value: unknown) {
  return typeof value === "number" ? words.f.duration(value) : undefined;
}

/** The reason for a run to leave by a handle, in words. */
export function handleText(words: Words, node: GraphNode, handle: string): string {
  const { t, f } = words;
  const data = settingsOf(node);
  const branches = [...listOf(data.branches), ...listOf(data.matches)].filter(isObject);
  const own = branches.find((branch) => branch.handle === handle);
  const wait = isObject(data.wait) ? data.wait : undefined;
  const choice = wait && choicesIn(data).find(({ id }) => id === handle);
  if (choice) return textOf(choice.title) ? t.quoted(choice.title) : t.unnamed(choice.id);
  if (own && typeof own.percent === "number") return f.percent(own.percent / 100);
  if (own && listOf(data.matches).includes(own)) return matchText(words, own);
  if (own) return branchText(words, own);
  if (handle === "timeout") {
    const time = seconds(words, (wait ?? data).timeout_seconds);
    return time ? t.afterTime(time) : t.handles.timeout;
  }
  const hasOthers = listOf(data.matches).length > 0 || (wait && choicesIn(data).length > 0);
  if (handle === "reply" && !hasOthers) return t.handles.anyReply;
  return lookup(t.handles, handle) ?? handle;
}

/** True if the handle is the author's own, so that its name is worth showing beside its words. */
export const isOwnHandle = (node: GraphNode, handle: string) => {
  const data = settingsOf(node);
  return [...listOf(data.branches), ...listOf(data.matches)].some(
    (branch) => isObject(branch) && branch.handle === handle,
  );
};

export function useWords(): Words {
  const [t, g, fields] = [useTexts(nodeTexts), useTexts(general), useTexts(fieldTexts)];
  const [triggers, f] = [useTexts(triggerTexts), useFormat()];
  const [names, known] = [useNames(), useTexts(nameTexts)];
  return useMemo(() => {
    const values = new Map<string, Record<string, string>>(
      Object.entries({
        ...known.values,
        pipeline_stage: g.stages,
        "trigger.type": known.triggerTypes,
        "booking.state": known.bookingStates,
        states: known.bookingStates,
      }),
    );
    const { messageTypes, triggerTypes } = known;
    return { t, g, fields, triggers, f, names, values, messageTypes, triggerTypes };
  }, [t, g, fields, triggers, f, names, known]);
}
