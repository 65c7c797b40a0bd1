import type { Known, Reference, ReferenceKind } from "../engine/nodes/definition";
import { type NodeWarning, type WarningCode, warnAt } from "./warnings";

const REFERENCES = {
  tag: "unknown_tag",
  scenario: "unknown_scenario",
  link: "unknown_link",
  slug: "unknown_link",
  assignee: "unknown_assignee",
  medium: "unknown_medium",
  channel: "unknown_channel",
  segment: "unknown_segment",
  source: "unknown_source",
} as const satisfies Record<ReferenceKind, WarningCode>;

/** The warnings about references to what the workspace does not have. */
export const unknownReferences = (references: Reference[], known: Known): NodeWarning[] =>
  references
    .filter(({ kind, ref }) => !known[kind].has(ref))
    .map(({ kind, ref, path }) => warnAt(path, REFERENCES[kind], { ref }));
