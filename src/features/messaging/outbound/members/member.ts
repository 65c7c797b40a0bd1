import type * as z from "zod";
import type { OutgoingType } from "#domain/messaging";
import type { Platform } from "#domain/platforms";
import type { Faults, Place } from "../faults";

/** Gives the text that a place of a message has instead of its own. */
export type Change = (text: string, place: Place) => string;

/** The message around a member. */
export type Around = { type: OutgoingType; text: string | null; hasMedia: boolean };

/** A member of a message's content, beside its text: how requests give it and how it is stored. */
type Member<Input extends z.ZodType, Value> = {
  input: Input;
  /** The member before its placeholders are filled in. */
  read: (input: NonNullable<z.output<Input>>, type: OutgoingType) => Value;
  /** Changes every text of it that the recipient sees, or that is handed over for them. */
  rewrite: (value: Value, change: Change) => Value;
  /** The faults for which the platform would refuse it, by field of the message. */
  faults?: (value: Value, platform: Platform, around: Around) => Faults;
  /** True of a text that is left out where it is empty. */
  mayBeEmpty?: (field: string) => boolean;
  /** True if its texts are bounded only all together, as JSON. */
  isBoundedAsJson?: true;
};

export const defineMember = <Input extends z.ZodType, Value>(member: Member<Input, Value>) =>
  member;
