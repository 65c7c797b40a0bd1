/** A destructive operation can't be undone, or reaches people or systems outside. */
export type ToolKind = "read" | "write" | "destructive";

/**
 * The use of an operation for an agent. Members of the body can make a write destructive: they
 * activate something, or add a receiver.
 */
export type ToolUse = ToolKind | { destructiveWith: string[] };

/** The members of the document that say so. */
export const toolMembers = (use: ToolUse) =>
  typeof use === "string"
    ? { "x-tool": use }
    : { "x-tool": "write", "x-destructive-with": use.destructiveWith };
