import * as z from "zod";
import { requiredText, text } from "#lib/fields";
import { withoutPlaceholders } from "../without-placeholders";

const filled = (most: string) => `${most} after its \`{{placeholders}}\` are filled.`;

const Row = z
  .object({
    id: withoutPlaceholders(200).describe(
      "You get it back when the row is tapped. Defaults to the row's place in the list, from `0`.",
    ),
    title: requiredText(1024).describe(filled("At most 24 characters, on Instagram 20,")),
    description: text(1024).describe(filled("Not shown on Instagram. At most 72 characters")),
  })
  .meta({ id: "ListRow" });

const Section = z
  .object({
    title: text(1024).describe(
      `Required if there are several sections. ${filled("At most 24 characters")}`,
    ),
    rows: z.array(Row).min(1).max(13),
  })
  .meta({ id: "ListSection" });

/** The rows that the lead can choose from: one of up to ten, or thirteen. */
export const List = z
  .object({
    button: requiredText(1024).describe(
      `Opens the list. Not shown on Instagram. ${filled("At most 20 characters")}`,
    ),
    sections: z.array(Section).min(1).max(10),
  })
  .meta({
    id: "MessageList",
    description:
      "At most 10 rows in all sections, on Instagram 13, which become quick replies there.",
  });

export type ListInput = z.output<typeof List>;
