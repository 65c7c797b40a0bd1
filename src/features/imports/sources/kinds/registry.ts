import type { SourceKind } from "#domain/sources";
import type { Item } from "../item";
import type { ReadingSettings } from "../mapping";
import { valueAt } from "../path";
import { calendly } from "./calendly";
import type { KindDefinition } from "./definition";
import { form } from "./form";
import { iclosed } from "./iclosed";
import { textOf } from "./members";
import { webhook } from "./webhook";

/** The code of each kind of sources. */
export const kinds: Record<SourceKind, KindDefinition> = { webhook, calendly, iclosed, form };

/** The items of a body: those of the list that the path leads to, or of a body that is one. */
export function itemsOf(body: unknown, { items }: Pick<ReadingSettings, "items">): unknown[] {
  const inside = items === null ? undefined : valueAt(body, items);
  const found = inside ?? body;
  return Array.isArray(found) ? found : [found];
}

/** Reads an item. It never throws: of what can't be read there is nothing. */
export const readItem = (
  kind: SourceKind,
  item: unknown,
  settings: Pick<ReadingSettings, "times" | "country">,
): Item => kinds[kind].read(item, settings);

/** No id is longer. */
const MAX_ID = 500;

/** The id by which an item is known again: of the path, else of its kind; null if it has none. */
export function dedupeOf(
  kind: SourceKind,
  item: unknown,
  { dedupe }: Pick<ReadingSettings, "dedupe">,
): string | null {
  const id = dedupe === null ? kinds[kind].dedupe?.(item) : textOf(valueAt(item, dedupe));
  return id && id.length <= MAX_ID ? id : null;
}
