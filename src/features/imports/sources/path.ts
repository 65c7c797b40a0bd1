import { variableAt } from "#features/links/placeholders";
import { memberAt } from "./kinds/members";
import type { Path } from "./mapping";

/** The value that a path leads to, as placeholders walk theirs; undefined if there is none. */
export function valueAt(value: unknown, path: Path): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return typeof path === "string"
    ? variableAt(value as Record<string, unknown>, path)
    : memberAt(value, path);
}

export const pathText = (path: Path) => (typeof path === "string" ? path : path.join("."));
