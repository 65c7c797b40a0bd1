import type { SourceMatch } from "#domain/sources";
import type { Item } from "../item";
import type { ReadingSettings, SourceMapping } from "../mapping";
import type { Verification } from "../verification";

/** The code of a kind of sources: how it reads items, and what its sources begin with. */
export type KindDefinition = {
  /** Never throws, whatever the item holds. */
  read: (item: unknown, settings: Pick<ReadingSettings, "times" | "country">) => Item;
  /** The paths of a mapping lead through what is read first, or through the item as it came. */
  paths: "read" | "raw";
  mapping: SourceMapping;
  matchBy: SourceMatch[];
  verification: Verification;
  /** The id of an item by which it is known again; null if it has none. */
  dedupe?: (item: unknown) => string | null;
};
