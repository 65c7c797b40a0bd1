import { type flowModes, messageBounds } from "#domain/messaging";
import { codePoints } from "#lib/text";
import { validationMessages } from "#lib/validation-messages";
import type { Faults } from "../faults";
import { Flow as Schema } from "./flow-input";
import { type Change, defineMember } from "./member";

type Flow = {
  flow_id: string;
  cta: string;
  mode: (typeof flowModes)[number];
  screen?: string;
  data?: Record<string, unknown>;
};

/** Changes every text in the data of a Flow, whatever its shape. */
function rewriteData(value: unknown, field: string, change: Change): unknown {
  if (typeof value === "string") return change(value, { field, kind: "data" });
  if (Array.isArray(value))
    return value.map((item, index) => rewriteData(item, `${field}.${index}`, change));
  if (typeof value !== "object" || value === null) return value;
  return rewriteMembers(value, field, change);
}

const rewriteMembers = (members: object, field: string, change: Change) =>
  Object.fromEntries(
    Object.entries(members).map(([name, member]) => [
      name,
      rewriteData(member, `${field}.${name}`, change),
    ]),
  );

export const flow = defineMember({
  input: Schema.nullish().describe("For the type `flow`."),
  read: ({ flow_id, cta, mode, screen, data }): Flow => ({
    ...{ flow_id, cta, mode: mode ?? "published" },
    ...(screen && { screen }),
    ...(data && Object.keys(data).length > 0 && { data }),
  }),
  rewrite: (value, change): Flow => ({
    ...value,
    cta: change(value.cta, { field: "flow.cta", kind: "text" }),
    ...(value.data && { data: rewriteMembers(value.data, "flow.data", change) }),
  }),
  faults: ({ cta }): Faults =>
    codePoints(cta) > messageBounds.title
      ? { "flow.cta": validationMessages.atMostCharacters(messageBounds.title) }
      : {},
  isBoundedAsJson: true,
});
