import * as z from "zod";
import { type Actor, actorTypes } from "#domain/actors";
import type { EventType } from "#domain/events";
import { at } from "#lib/fields";

/** The characters of a text that an event contains. */
export const MAX_TEXT_CHARACTERS = 4096;
/** The most bytes of JSON of the answers of a form. */
export const MAX_ANSWER_BYTES = 4096;

/** The beginning of a text. */
export const excerpt = z.string().nullable().meta({
  description:
    "At most the first 4,096 characters, fewer if the event would otherwise exceed 20,000 bytes.",
});

export const actor = z
  .object({
    type: z.enum(actorTypes),
    id: z
      .int()
      .nullable()
      .meta({ description: "The id of the token or run. `null` for the others." }),
  })
  .meta({
    id: "EventActor",
    description:
      "Who caused an event. `token`: a request with this token, also a gateway's. `operator`: " +
      "a request of the operator. `run`: a run of a scenario. `platform`: Meta or a gateway, " +
      "by its answers and webhooks, or the lead, by a message through Meta or a click. " +
      "`service`: the service itself, for example by an analysis or a message that it does not " +
      "send. `null` in place of it: nobody can be named, as when a lead with an active run is " +
      "taken out of its scenario.",
  })
  .nullable();

const byPlatform: readonly EventType[] = [
  "message.received",
  "message.delivered",
  "message.read",
  "message.failed",
  "message.edited",
  "message.deleted",
  "comment.received",
  "link.clicked",
  "lead.opted_out",
  "channel.stopped",
  "channel.paused",
  "channel.resumed",
  "template.updated",
];
const byService: readonly EventType[] = [
  "channel.token_expiring",
  "source.failing",
  "lead.profile_updated",
  "conversation.summarized",
  "message.unknown",
  "workspace.quota_reached",
  "webhook_endpoint.disabled",
];
const byRun: readonly EventType[] = [
  "message.sent",
  "link.sent",
  "run.waiting",
  "run.completed",
  "run.exited",
  "run.handed_off",
  "run.failed",
];

function exampleActor(type: EventType): Actor | null {
  if (type === "lead.deleted") return null;
  if (byPlatform.includes(type)) return { type: "platform", id: null };
  if (byService.includes(type)) return { type: "service", id: null };
  return byRun.includes(type) ? { type: "run", id: 16 } : { type: "token", id: 4 };
}

const componentOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of a type of event, with that of its data and an example of it. */
export const eventOf = <const Type extends EventType, Data extends z.ZodObject>(
  type: Type,
  description: string,
  data: Data,
  example: object,
) =>
  z
    .object({
      id: z.int().meta({ description: "Ids grow in the order in which events are written." }),
      type: z.literal(type),
      timestamp: at.meta({ description: "When it happened." }),
      actor,
      data,
    })
    .meta({
      id: componentOf(type),
      description,
      examples: [
        {
          id: 1795169730123000,
          type,
          timestamp: "2026-11-20T10:15:30.123Z",
          actor: exampleActor(type),
          data: example,
        },
      ],
    });
