import type { Platform } from "../../../../domain/messaging";
import { normalPhone } from "../../../../lib/phone";
import type { Identities } from "../../../messaging/outbound/address";
import { type Channel, routeOf } from "../../../messaging/outbound/route";
import type { Lead } from "../../engine/run";
import type { MadeUpLead } from "./input";

/** Nobody's id on the platforms: with it a lead can be reached there. */
const IDENTITIES: Record<Platform, Identities> = {
  whatsapp: [["bsuid", "0"]],
  instagram: [["instagram_id", "0"]],
};

/** What stands for a channel where the workspace has none for the platform. */
const assumed = (platform: Platform): Channel => ({
  id: 0,
  platform,
  provider: "sandbox",
  externalId: null,
  isDefault: true,
  isActive: true,
});

type Surroundings = {
  platform: Platform;
  channels: Channel[];
  defaultCountry: string | null;
  startAt: number;
};

/** A lead that the engine takes for a real one. */
export function madeUp(
  input: MadeUpLead,
  { platform, channels, defaultCountry, startAt }: Surroundings,
): Lead {
  const stage = input.pipeline_stage === undefined ? "new" : input.pipeline_stage;
  const hasChannel = channels.some((channel) => channel.platform === platform);
  const lead: Lead = {
    id: 0,
    ext_id: input.ext_id ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    username: input.username ?? null,
    email: input.email ?? null,
    phone: input.phone == null ? null : normalPhone(input.phone, defaultCountry),
    variables: input.variables ?? {},
    isOptout: input.is_optout ?? false,
    whatsappPhoneNumberId: null,
    identities: IDENTITIES[platform],
    channels: hasChannel ? channels : [...channels, assumed(platform)],
    conversations: [],
    fields: {
      source: input.source === undefined ? "api" : input.source,
      warmth: input.warmth ?? null,
      pipeline_stage: stage,
      age: input.age ?? null,
      occupation_status: input.occupation_status ?? null,
      maturity_level: input.maturity_level ?? null,
      engagement_level: input.engagement_level ?? null,
      is_lost: input.is_lost ?? stage === "lost",
      lost_reason: input.lost_reason ?? null,
      professional_situation: input.professional_situation ?? null,
      primary_objective: input.primary_objective ?? null,
      blockers: input.blockers ?? [],
      levers: input.levers ?? [],
      verbatim: input.verbatim ?? null,
      lost_reason_detail: input.lost_reason_detail ?? null,
    },
    tagIds: input.tag_ids ?? [],
    lastReply: input.last_reply ?? null,
  };
  const channelId = routeOf(lead, { platform })!.channel?.id ?? null;
  return {
    ...lead,
    conversations: [
      { id: 0, channelId, platform, lastInboundAt: input.last_inbound_at ?? startAt },
    ],
  };
}
