import * as z from "zod";
import { keptHours } from "#domain/opening-hours";
import { choice, integer, requiredText } from "#lib/fields";
import { validationMessages } from "#lib/validation-messages";

// Fields that the settings of several types of nodes have.

export const MAX_SECONDS = 366 * 86_400;
const MAX_BRANCHES = 50;

export const seconds = (min = 1) => integer(min).max(MAX_SECONDS);

export const timeout = () =>
  seconds()
    .nullish()
    .describe(
      "After this many seconds, the run leaves by `timeout`. Without it, the run may wait " +
        "forever.",
    );

export const handle = () =>
  requiredText(64).describe("The `source_handle` of the edge that the run then takes.");

/** The hours that a node keeps to. */
export const within = (what: string) =>
  choice(keptHours).describe(
    `\`business_hours\`: ${what}. They are those of the channel, else of the workspace's ` +
      "settings, in its `time_zone`. Without any they are always open.",
  );

/** The path of a node's `within`, if it keeps to hours. */
export const withinAsked = (data: { within?: unknown }) => (data.within == null ? [] : ["within"]);

/** The key of a variable of the lead. */
export const variable = () => requiredText(64);

export const savedTo = (what: string) =>
  variable().nullish().describe(`The key of the lead's variable that keeps ${what}.`);

type Branch = { handle: string };

/** The handles of a node's own branches. */
export const branchHandles = {
  of: ({ branches }: { branches: Branch[] }) => branches.map(({ handle }) => handle),
  words: "each branch's",
};

/** The variable that a node saves to, if any. */
export const savedVariable = ({ save_to: name }: { save_to?: string | null | undefined }) =>
  name ? [name] : [];

/** Branches with distinct handles. */
export const branches = <T extends z.ZodType<Branch>>(branch: T, min = 1) =>
  z
    .array(branch)
    .min(min)
    .max(MAX_BRANCHES)
    .superRefine((list, context) => {
      const seen = new Set<string>();
      for (const [index, { handle: name }] of list.entries()) {
        if (seen.has(name))
          context.addIssue({
            code: "custom",
            path: [index, "handle"],
            message: validationMessages.duplicate,
          });
        seen.add(name);
      }
    });
