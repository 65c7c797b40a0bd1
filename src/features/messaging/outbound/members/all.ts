import type * as z from "zod";
import type { OutgoingType } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Faults } from "../faults";
import { buttons } from "./buttons";
import { cards } from "./cards";
import { contacts } from "./contacts";
import { flow } from "./flow";
import { linkButtons } from "./link-buttons";
import { list } from "./list";
import { location } from "./location";
import { media } from "./media";
import type { Around, Change } from "./member";
import { preview } from "./preview";
import { reaction } from "./reaction";
import { replyTo } from "./reply-to";
import { template } from "./template";
import { voice } from "./voice";

/** The members of a message's content, beside its text. Each type has some (`schema.ts`). */
const rows = {
  ...{ buttons, list, link_buttons: linkButtons, cards, preview },
  ...{ media, voice, location, contacts, template, flow },
  ...{ reaction, reply_to: replyTo },
};
type Rows = typeof rows;

export type ContentMember = keyof Rows;
export const contentMembers = Object.keys(rows) as [ContentMember, ...ContentMember[]];

/** The content as it is stored, beside the text. */
export type Content = { [M in ContentMember]?: ReturnType<Rows[M]["read"]> };

/** The schemas of the members, as requests give them. */
export const contentInputs = Object.fromEntries(
  contentMembers.map((member) => [member, rows[member].input]),
) as { [M in ContentMember]: Rows[M]["input"] };

type Inputs = { [M in ContentMember]?: z.output<Rows[M]["input"]> };

/** A row whose member is not known, with the type of that member's values. */
type Any = {
  read: (input: unknown, type: OutgoingType) => unknown;
  rewrite: (value: unknown, change: Change) => unknown;
  faults?: (value: unknown, platform: Platform, around: Around) => Faults;
  mayBeEmpty?: (field: string) => boolean;
  isBoundedAsJson?: true;
};
const rowOf = (member: ContentMember) => rows[member] as Any;

const mapped = (
  from: { [M in ContentMember]?: unknown },
  to: (row: Any, value: unknown) => unknown,
): Content =>
  Object.fromEntries(
    contentMembers.flatMap((member) =>
      from[member] == null ? [] : [[member, to(rowOf(member), from[member])]],
    ),
  );

/** The content of a request, before its placeholders are filled in. */
export const readContent = (input: Inputs, type: OutgoingType) =>
  mapped(input, ({ read }, value) => read(value, type));

/** Changes every text of a content. */
export const rewriteContent = (content: Content, change: Change) =>
  mapped(content, ({ rewrite }, value) => rewrite(value, change));

/** The faults for which the platform would refuse the members. */
export const contentFaults = (content: Content, platform: Platform, around: Around): Faults =>
  Object.assign(
    {},
    ...contentMembers.map((member) =>
      content[member] === undefined
        ? {}
        : rowOf(member).faults?.(content[member], platform, around),
    ),
  );

/** True of a text that is left out where it is empty. */
export const mayBeEmpty = (field: string) =>
  contentMembers.some((member) => rowOf(member).mayBeEmpty?.(field));

/** The member that is bounded as JSON, and longer than that. */
export const hugeMember = (content: Content, mostCharacters: number) =>
  contentMembers.find(
    (member) =>
      rowOf(member).isBoundedAsJson &&
      JSON.stringify(content[member] ?? null).length > mostCharacters,
  );
