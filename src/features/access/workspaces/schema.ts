import { z } from "zod";
import { at, requiredText } from "../../../lib/fields";
import { validationMessages } from "../../../lib/validation-messages";

const country = z
  .string()
  .trim()
  .refine((code) => code === "" || /^[A-Z]{2}$/i.test(code), validationMessages.selected)
  .meta({
    description:
      "ISO 3166-1 alpha-2. National phone numbers are read as numbers of this country, and in " +
      "scenarios other numbers and dates as people write them there.",
  })
  .transform((code) => code.toUpperCase() || null)
  .nullish();

export const WorkspaceInput = z
  .object({ name: requiredText(255), default_country: country })
  .meta({ id: "WorkspaceInput", examples: [{ name: "Acme Coaching", default_country: "FR" }] });

export const WorkspacePatch = z
  .object({ name: requiredText(255).optional(), default_country: country })
  .meta({ id: "WorkspacePatch", examples: [{ name: "Acme Coaching SAS" }] });

export const Workspace = z
  .object({
    id: z.int(),
    name: z.string(),
    default_country: z.string().nullable(),
    suspended_at: at.nullable().meta({
      description: "Since when the operator has suspended it: its tokens get 403.",
    }),
    suspended_reason: z.string().nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({ id: "Workspace", description: "A tenant: whatever its tokens make is its own." });

export const NewWorkspace = Workspace.extend({
  token: z
    .string()
    .meta({ description: "The workspace's first token, with every ability. Shown this once." }),
}).meta({ id: "NewWorkspace", description: "A workspace as it is shown when it is created." });

export type WorkspacePatch = z.output<typeof WorkspacePatch>;
export type WorkspaceInput = z.output<typeof WorkspaceInput>;
export type Workspace = z.output<typeof Workspace>;
