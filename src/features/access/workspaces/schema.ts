import * as z from "zod";
import { jurisdictions } from "#domain/databases";
import { type QuotaName, quotaNames } from "#domain/quotas";
import { PageQuery } from "#http/page";
import { at, boolean, choice, integer, query, requiredText, text } from "#lib/fields";
import { hasPhones } from "#lib/phone";
import { validationMessages } from "#lib/validation-messages";

/** Only of letters that are in codes: `ß` in capitals is South Sudan's `SS`. */
const isCountry = (code: string) => /^[a-z]{2}$/i.test(code) && hasPhones(code.toUpperCase());

/** The ISO 3166-1 alpha-2 code, in capitals, of a country that has phone numbers, or none. */
export const country = (description: string) =>
  z
    .string()
    .trim()
    .refine((code) => code === "" || isCountry(code), validationMessages.selected)
    .meta({ description })
    .transform((code) => code.toUpperCase() || null)
    .nullish();

const COUNTRY =
  "The ISO 3166-1 alpha-2 code of a country that has phone numbers. National phone numbers are " +
  "read as numbers of this country. Scenarios read other numbers and dates as people there write " +
  "them.";

export const WorkspaceInput = z
  .object({
    name: requiredText(255),
    default_country: country(COUNTRY),
    database: text(20).describe(
      "The database that stores it, also one that is closed. By default the smallest open one.",
    ),
    jurisdiction: choice(jurisdictions).describe(
      "Where its rows are kept: only in databases of this jurisdiction. By default in databases " +
        "of none. Files and backups are where the bucket is.",
    ),
    sandbox: boolean()
      .nullish()
      .describe(
        "To try things out: the workspace begins with a sandbox channel of each platform, which " +
          "delivers at once and reaches nobody, and with the tag `Sandbox`.",
      ),
  })
  .meta({ id: "WorkspaceInput", examples: [{ name: "Acme Coaching", default_country: "FR" }] });

/** An object of the shape that `member` gives to each quota. */
const eachQuota = <Member extends z.ZodType>(member: () => Member) =>
  // `Object.fromEntries` loses the type of the names.
  Object.fromEntries(quotaNames.map((name) => [name, member()])) as Record<QuotaName, Member>;

export const WorkspacePatch = z
  .object({
    name: requiredText(255).optional(),
    default_country: country(COUNTRY),
    quotas: z
      .object(eachQuota(() => integer(0).nullish()))
      .optional()
      .meta({
        description:
          "Only the members that you send change. `null` restores the configured default. " +
          "Changes count at once.",
      }),
  })
  .meta({
    id: "WorkspacePatch",
    examples: [{ name: "Acme Coaching SAS" }, { quotas: { leads: 50_000, channels: null } }],
  });

export const Quotas = z
  .object(eachQuota(() => z.int()))
  .meta({ id: "Quotas", description: "The quotas of a workspace." });

export const Workspace = z
  .object({
    id: z.int(),
    name: z.string(),
    default_country: z.string().nullable().meta({ description: "ISO 3166-1 alpha-2." }),
    suspended_at: at.nullable().meta({
      description: "When the operator suspended it. Its tokens get 403.",
    }),
    suspended_reason: z.string().nullable(),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Workspace",
    description: "A customer's own space. Everything that its tokens create belongs to it.",
  });

export const OperatorsWorkspace = Workspace.extend({
  database: z.string().meta({ description: "The database that stores it, by its binding." }),
}).meta({ id: "OperatorsWorkspace", description: "A workspace as the operator sees it." });

export const WorkspaceDetail = OperatorsWorkspace.extend({ quotas: Quotas }).meta({
  id: "WorkspaceDetail",
  description: "A workspace with its quotas: the operator's values, or else the defaults.",
});

export const NewWorkspace = OperatorsWorkspace.extend({
  token: z.string().meta({
    description: "The workspace's first token, with every ability. It is shown only once.",
  }),
}).meta({ id: "NewWorkspace", description: "A new workspace with its first token." });

export const WorkspaceQuery = PageQuery.extend({
  name: query.text(255).describe("Part of the name, ignoring case and accents."),
});

export type WorkspacePatch = z.output<typeof WorkspacePatch>;
export type WorkspaceInput = z.output<typeof WorkspaceInput>;
export type WorkspaceDetail = z.output<typeof WorkspaceDetail>;
export type OperatorsWorkspace = z.output<typeof OperatorsWorkspace>;
export type Workspace = z.output<typeof Workspace>;
