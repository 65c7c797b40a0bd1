import type { z } from "zod";
import { type EventType, eventTypes } from "#domain/events";
import type { Platform } from "#domain/platforms";
import type { TriggerType } from "#domain/triggers";
import type { TriggerDefinition } from "./definition";
import { adClick } from "./definitions/ad-click";
import { anyMessage } from "./definitions/any-message";
import { booking } from "./definitions/booking";
import { comment } from "./definitions/comment";
import { date } from "./definitions/date";
import { event } from "./definitions/event";
import { firstMessage } from "./definitions/first-message";
import { keyword } from "./definitions/keyword";
import { leadCreated } from "./definitions/lead-created";
import { linkClicked } from "./definitions/link-clicked";
import { linkReferral } from "./definitions/link-referral";
import { recurring } from "./definitions/recurring";
import { stageChanged } from "./definitions/stage-changed";
import { storyMention } from "./definitions/story-mention";
import { storyReply } from "./definitions/story-reply";
import { tagAdded } from "./definitions/tag-added";
import { tap } from "./definitions/tap";
import type { CommonData } from "./settings";

/** Every type of trigger, in the order of the OpenAPI document. */
const definitions = {
  keyword,
  tap,
  link_referral: linkReferral,
  ad_click: adClick,
  story_reply: storyReply,
  story_mention: storyMention,
  first_message: firstMessage,
  any_message: anyMessage,
  comment,
  tag_added: tagAdded,
  stage_changed: stageChanged,
  lead_created: leadCreated,
  link_clicked: linkClicked,
  booking,
  event,
  date,
  recurring,
} satisfies { [Type in TriggerType]: { type: Type } };

/** A definition, whatever its settings. */
export type AnyTrigger = TriggerDefinition<TriggerType, never, z.ZodType<CommonData>, never>;

const byType = new Map<string, AnyTrigger>(
  // TypeScript can't follow that each definition is asked only for causes and data of its own.
  Object.entries(definitions).map(([type, definition]) => [
    type,
    definition as unknown as AnyTrigger,
  ]),
);

export const triggerDefinitions = [...byType.values()];

/** The definition of a type; undefined where there is no such type. */
export const findTrigger = (type: string) => byType.get(type);

/** The types of events that a type of trigger reacts to. */
export const eventsOf = ({ on, events }: Pick<AnyTrigger, "on" | "events">): readonly EventType[] =>
  events ?? eventTypes.filter((type) => type === on);

/** The window at the starts by a trigger; undefined where its type says nothing of it. */
export const windowAtStart = (
  { type, data }: { type: TriggerType; data: CommonData },
  platform: Platform,
) =>
  // The definition of a trigger's type takes that trigger's data.
  findTrigger(type)?.windowAt?.(data as never, platform);
