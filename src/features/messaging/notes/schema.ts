import * as z from "zod";
import { requiredText } from "#lib/fields";

export const NoteInput = z
  .object({ text: requiredText(4096) })
  .meta({ id: "NoteInput", examples: [{ text: "Prefers calls after 6 p.m." }] });

export type NoteInput = z.output<typeof NoteInput>;
