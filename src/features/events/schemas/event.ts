import { z } from "zod";
import type { EventType } from "../../../domain/events";
import { at } from "../../../lib/fields";

/** How much of a text an event contains. */
export const MAX_TEXT_CHARACTERS = 4096;

/** The beginning of a text. */
export const excerpt = z.string().nullable().meta({
  description:
    "At most its first 4,096 characters; fewer where the event would not stay under 20,000 bytes.",
});

const componentOf = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of a type of event, with the shape of its data and an example of it. */
export const eventOf = <const Type extends EventType, Data extends z.ZodRawShape>(
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
      data: z.object(data),
    })
    .meta({
      id: componentOf(type),
      description,
      examples: [
        { id: 1795169730123000, type, timestamp: "2026-11-20T10:15:30.123Z", data: example },
      ],
    });
