import * as z from "zod";
import { channelStatuses, stopReasons, stopReasonText } from "#domain/messaging";
import { platforms, providers } from "#domain/platforms";
import { qualities } from "#domain/templates";
import { ownHours, shownHours } from "#features/access/settings/hours-schema";
import { at, boolean, choice, httpUrl, requiredChoice, requiredText } from "#lib/fields";
import { acceptsInput, acceptsShown } from "./accepts-schema";
import { credentialsInput, optional } from "./credentials-schema";
import { channelExample } from "./example";
import { loginInput, loginShown } from "./login-schema";
import { marketingRouteInput, marketingShown } from "./marketing-schema";
import { ChannelPause } from "./pause-schema";

const fields = {
  name: requiredText(255),
  external_id: optional(255, (value) => /^\d+$/.test(value)).describe(
    "The WhatsApp phone number id or the Instagram account id, in digits. Unique among the " +
      "workspace's channels of the platform. Required for `whatsapp_cloud` and `instagram`.",
  ),
  login: loginInput,
  business_account_id: optional(40, (value) => /^\d+$/.test(value)).describe(
    "For `whatsapp_cloud`: the id of the WhatsApp Business Account, in digits. With it, the " +
      "channel's templates, quality and limit are synced each hour.",
  ),
  marketing_route: marketingRouteInput,
  business_hours: ownHours,
  accepts: acceptsInput,
  import_history: boolean()
    .optional()
    .describe(
      "For a number that WhatsApp's app uses, too: `true` stores the messages of up to 180 days " +
        "that WhatsApp sends once after it is connected (`origin` `history`), and makes leads of " +
        "their people. Defaults to `false`.",
    ),
  gateway_url: httpUrl().describe(
    "Required for `webhook`: where your gateway takes messages, each a `message.outgoing`. " +
      "Must be https on port 443 or 8443, with a public name.",
  ),
  is_default: boolean()
    .optional()
    .describe(
      "`true` makes it the platform's default in place of another. A platform always has a " +
        "default, so `false` doesn't undo it.",
    ),
  is_active: boolean()
    .optional()
    .describe("Defaults to `true`. `false` stops the channel, and its queued messages fail."),
  credentials: credentialsInput,
};

const cloud = {
  name: "Sales",
  external_id: "106540352242922",
  credentials: {
    access_token: "EAAGm0PX4ZCpsBAKZC",
    app_secret: "5f2b7c1e0d4a4b7e9a553c1d2e4f6a7b",
    verify_token: "horizon-verify",
  },
};

export const ChannelInput = z
  .object({
    platform: requiredChoice(platforms),
    provider: choice(providers).describe(
      "Who carries the messages: WhatsApp's Cloud API, Instagram's API, your own gateway " +
        "(`webhook`), or nobody (`sandbox`, the default).",
    ),
    ...fields,
  })
  .meta({
    id: "ChannelInput",
    description: "The first channel of a platform is its default.",
    examples: [
      { platform: "whatsapp", provider: "whatsapp_cloud", ...cloud },
      { platform: "whatsapp", name: "Sandbox" },
    ],
  });

export const ChannelReplacement = z
  .object({
    platform: choice(platforms).describe("Can't be changed."),
    provider: choice(providers).describe("Can't be changed."),
    ...fields,
  })
  .meta({
    id: "ChannelReplacement",
    description:
      "Credentials that you leave out stay. Other members that you leave out are reset. A " +
      "stopped channel becomes active again unless `is_active` is `false`.",
    examples: [
      {
        name: "Sales France",
        external_id: cloud.external_id,
        credentials: { access_token: "EAAGm0PX4ZCpsBANEW" },
      },
    ],
  });

const isSet = z.boolean();

const Withheld = z
  .object({ count: z.int(), last_at: at })
  .nullable()
  .meta({
    description:
      "The messages that Instagram has told of without handing them on, as it does where the app " +
      "may not read messages. New credentials reset it; it is no change of the channel.",
  });

export const Channel = z
  .object({
    id: z.int(),
    platform: z.enum(platforms),
    provider: z.enum(providers),
    name: z.string(),
    external_id: z.string().nullable().meta({ description: "The account's id on the platform." }),
    ...loginShown,
    gateway_url: z.string().nullable().meta({ description: "Where your gateway takes messages." }),
    accepts: acceptsShown,
    webhook_url: z.string().nullable().meta({ description: "The callback URL to enter at Meta." }),
    webhook_verified_at: at.nullable().meta({
      description:
        "When Meta last verified `webhook_url`, precise to the hour. It is no change of the " +
        "channel: neither `updated_at` nor an event tells of it.",
    }),
    last_webhook_at: at.nullable().meta({
      description:
        "When Meta last called `webhook_url` with a valid signature, or the URL of another " +
        "channel with something for this one. Precise to the hour, and no change of the channel.",
    }),
    checked_at: at.nullable().meta({
      description:
        "When the provider last took the credentials: for a message, a file, templates or a " +
        "check. Precise to the hour, and no change of the channel. New credentials reset it.",
    }),
    check_error: z.string().nullable().meta({ description: "Why the last check has failed." }),
    withheld: Withheld,
    webhook_fields: z.array(z.string()).meta({
      description:
        "The fields that the app at Meta subscribes to. `comments` and `live_comments` need " +
        "`instagram_manage_comments`.",
    }),
    is_default: z
      .boolean()
      .meta({ description: "Whether it sends if you choose no channel of the platform." }),
    status: z.enum(channelStatuses),
    stop_reason: z.enum(stopReasons).nullable().meta({ description: stopReasonText }),
    stop_detail: z.string().nullable().meta({ description: "What the provider said." }),
    stopped_at: at.nullable(),
    pause: ChannelPause.nullable().meta({
      description:
        "Why its messages wait, while it is active: `null` while they don't. The tries, and what " +
        "they find, are no change of the channel until the pause ends.",
    }),
    business_account_id: z
      .string()
      .nullable()
      .meta({ description: "The WhatsApp Business Account whose templates are synced." }),
    portfolio_id: z
      .string()
      .nullable()
      .meta({
        description:
          "The business portfolio that owns the account, as its token reads it at Meta. It can't " +
          "be set. `null` if it is not known, or if the number is none of the account's.",
      }),
    ...marketingShown,
    business_hours: shownHours,
    import_history: z.boolean().meta({ description: "Whether the number's past is stored." }),
    quality: z
      .enum(qualities)
      .nullable()
      .meta({ description: "The number's quality. `null` if it is not known." }),
    messaging_limit: z
      .int()
      .nullable()
      .meta({
        description:
          "How many people all numbers of the portfolio may write to in 24 hours who have not " +
          "written to them. `null` if there is no limit, or it is not known.",
      }),
    limit_used: z
      .int()
      .nullable()
      .meta({
        description:
          "How many people count against the limit now: those whom this service has written to, " +
          "by any number of the portfolio. Without a `portfolio_id`, those of this number. " +
          "`null` without a limit.",
      }),
    templates_synced_at: at.nullable(),
    templates_error: z
      .string()
      .nullable()
      .meta({ description: "Why the templates could not be synced the last time." }),
    credentials: z
      .object({
        access_token: isSet,
        app_secret: isSet,
        verify_token: isSet,
        signing_secret: isSet,
      })
      .meta({ description: "Which credentials are set." }),
    created_at: at,
    updated_at: at,
  })
  .meta({
    id: "Channel",
    description: "An account on a messaging platform, which messages go through.",
    examples: [channelExample],
  });

export type ChannelInput = z.output<typeof ChannelInput>;
export type ChannelReplacement = z.output<typeof ChannelReplacement>;
export type Channel = z.output<typeof Channel>;
