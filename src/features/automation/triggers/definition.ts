import type { z } from "zod";
import type { EventType } from "#domain/events";
import type { Platform } from "#domain/platforms";
import type { TriggerMismatch } from "#domain/trigger-mismatches";
import type { Lane, TriggerType } from "#domain/triggers";
import type { CheckContext, Reference } from "#features/automation/engine/nodes/definition";
import type { NodeWarning } from "#features/automation/scenarios/warnings";
import type { CauseOf, CauseType, SpokenComment, SpokenMessage, Utterance } from "./cause";
import type { CommonData } from "./settings";
import type { SoughtText } from "./texts";

/** Tells which of the texts that triggers look for a message or a comment has, by their keys. */
type TextsOf = (utterance: Utterance) => ReadonlySet<string>;

/** A trigger fits a cause: by this message or comment, if it is one. */
export type Fit = { message?: SpokenMessage; comment?: SpokenComment };

/** The message or the comment that a trigger fitted. */
export const utteranceOf = ({ message, comment }: Fit): Utterance | undefined => message ?? comment;

/** A message that a trigger fits, or a comment. */
export type Sample = Partial<
  Pick<SpokenMessage, "type" | "text" | "payload" | "referral" | "story">
> & {
  comment?: Omit<SpokenComment, keyof Utterance> & Pick<Utterance, "text">;
};

/**
 * The 24-hour window when a run starts: closed where that may be, and with `replyWithin` one
 * private reply may go out within so many seconds.
 */
export type StartWindow = "open" | "closed" | { replyWithin: number };

/** Everything that the service knows about a type of trigger. `On`: the event it reacts to. */
export type TriggerDefinition<
  Type extends TriggerType,
  On extends CauseType,
  Settings extends z.ZodType<CommonData>,
  Data = z.output<Settings>,
> = {
  type: Type;
  /** Null where a time is the cause. */
  lane: Lane | null;
  on: On | null;
  /** The reason for which it does not fit, besides the platform and the channel. */
  mismatch: TriggerMismatch | null;
  /** The events that it reacts to, where they are not named as the cause is. */
  events?: readonly EventType[];
  /** The events that are no causes, but may change when it starts. */
  hears?: readonly EventType[];
  /** All, if absent. */
  platforms?: readonly Platform[];
  settings: Settings;
  documentation: { summary: string; example: object };
  /** Of speech: the more particular trigger comes first. */
  rank?: (data: Data) => number;
  /** The fit, if the trigger fits the cause at all. Filters and `again` come later. */
  fits?: (data: Data, cause: CauseOf<On>, textsOf: TextsOf) => Fit | undefined;
  /**
   * The texts that it looks for in messages, for all triggers at once. Where `words` has some, a
   * message without any of them does not fit.
   */
  sought?: (data: Data) => { words: SoughtText[]; exclude: SoughtText[] };
  /** Messages or comments that fit, one for each thing it looks for, where these can be told. */
  samples?: (data: Data) => Sample[];
  /** Distinguishes the causes of which each may start once; absent where all count together. */
  subject?: (cause: CauseOf<On>) => string;
  /** The window at its starts; if absent, open after speech and closed after facts. */
  windowAt?: (data: Data, platform: Platform) => StartWindow;
  /** True if a booking starts the runs, which is theirs. */
  startsByBooking?: true;
  references?: (data: Data) => Reference[];
  /** The variable of leads without which it starts nothing, by the path of its setting. */
  readsVariable?: (data: Data) => { name: string; path: string } | null;
  /** The faults of valid settings, for the warnings of a scenario. */
  findFaults?: (data: Data, context: CheckContext) => NodeWarning[];
};

/** Lets TypeScript derive the types of a trigger's functions from its settings. */
export const defineTrigger = <
  Type extends TriggerType,
  On extends CauseType,
  Settings extends z.ZodType<CommonData>,
>(
  definition: TriggerDefinition<Type, On, Settings>,
) => definition;
