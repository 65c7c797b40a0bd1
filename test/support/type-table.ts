import { acceptedBy } from "#domain/gateways";
import { cannedTypes, type OutgoingType, outgoingTypes } from "#domain/messaging";
import { type Platform, platforms, platformTraits, sendableOn } from "#domain/platforms";
import { replyTypes } from "#domain/private-replies";

// The guide's table of where each type of message can be sent. It follows from the rows of the code
// (test/node/type-table.test.ts), and a test sends each type everywhere (message-places.test.ts).

const [YES, NO] = ["✓", "–"];
const sign = (is: boolean) => (is ? YES : NO);

const COLUMNS = [
  "Type",
  ...platforms.map((platform) => platformTraits[platform].label),
  ...["Gateway", "After a comment", "Node", "Canned reply", "Inbox"],
];

const isUsual = (type: OutgoingType) =>
  platforms.some((platform) => acceptedBy({ platform, provider: "webhook" })?.includes(type));

/** The nodes that send what the node `message` does not. */
const NODES: Partial<Record<OutgoingType, string>> = {
  template: "template",
  comment_reply: "comment_reply",
};

const nodeOf = (type: OutgoingType, free: readonly string[]) =>
  free.includes(type) ? "message" : NODES[type];

const afterComments = (type: OutgoingType) =>
  type === "comment_reply" ? "in public" : replyTypes.includes(type) ? "in private" : NO;

/** The platforms, of those that send a type, on which the console's inbox does. */
function inboxOf(type: OutgoingType, inbox: Record<Platform, readonly OutgoingType[]>) {
  const sending = platforms.filter((platform) => sendableOn(platform).includes(type));
  const offering = sending.filter((platform) => inbox[platform].includes(type));
  if (offering.length === 0 || offering.length === sending.length) return sign(offering.length > 0);
  return offering.map((platform) => platformTraits[platform].label).join(", ");
}

/**
 * The table as the code has it. `free` are the types of the node `message`, `inbox` those that
 * people can write in the console.
 */
export const typeTable = (
  free: readonly string[],
  inbox: Record<Platform, readonly OutgoingType[]>,
) => [
  COLUMNS,
  COLUMNS.map(() => "---"),
  ...outgoingTypes.map((type) => [
    `\`${type}\``,
    ...platforms.map((platform) => sign(sendableOn(platform).includes(type))),
    isUsual(type) ? YES : "`accepts`",
    afterComments(type),
    nodeOf(type, free) ? `\`${nodeOf(type, free)}\`` : NO,
    sign(cannedTypes.some((canned) => canned === type)),
    inboxOf(type, inbox),
  ]),
];

export const linesOf = (table: string[][]) => table.map((cells) => `| ${cells.join(" | ")} |`);

/** The lines of the guide's table. */
export const tableIn = (guide: string) =>
  guide.slice(guide.indexOf("### Every type of message")).split("\n\n")[2]?.split("\n") ?? [];

/** The rows of the guide's table, by the names of its columns. */
export function rowsIn(guide: string) {
  const [columns = [], , ...rows] = tableIn(guide).map((line) => line.slice(2, -2).split(" | "));
  return rows.map(
    (cells) =>
      Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])) as Record<
        string,
        string
      >,
  );
}

export const isYes = (cell: string | undefined) => cell === YES;
