import type { ItemPath, Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { keysOf } from "./paths";
import { isShownAsSent } from "./reading";
import { useTargetName } from "./targets";
import { texts } from "./texts";

/** The last key says most; numbers alone say nothing. */
const lastOf = (keys: readonly string[]) =>
  keys.findLast((key) => !/^\d+$/.test(key)) ?? keys.at(-1) ?? "";

/** The names of values by the keys that lead to them: those of the reader for what a kind reads. */
export function usePathNames(kind: Source["kind"]) {
  const t = useTexts(texts);
  const targetName = useTargetName();
  const read: Record<string, string> = t.read;
  const sections: Record<string, string> = t.sections;
  function nameOf(keys: readonly string[]) {
    const [part, ...rest] = keys;
    if (isShownAsSent(kind) || (part !== "lead" && part !== "booking")) return lastOf(keys);
    const field = rest.join(".");
    const target = part === "lead" ? field : `booking.${field}`;
    const name = read[field] ?? targetName(target);
    return name === target ? lastOf(keys) : name;
  }
  /** The words for a path in a row of the mapping. */
  function textOf(path: ItemPath) {
    const keys = keysOf(path);
    const [part = ""] = keys;
    const section = sections[part];
    if (section === undefined) return keys.join(" › ");
    if (!isShownAsSent(kind)) return `${section} › ${nameOf(keys)}`;
    // Fields of forms and webhooks are recognised wherever they stand.
    return part === "lead" ? t.recognised : t.recognisedIn(lastOf(keys));
  }
  return { nameOf, textOf };
}
