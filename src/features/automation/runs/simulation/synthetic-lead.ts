import { keyOfPhone, normalEmail, normalPhone } from "#domain/addresses";
import { conditionedNames } from "#domain/field-names";
import { leadFields } from "#domain/lead-fields";
import { lossChange } from "#domain/leads";
import { isPhone, kindsOf, type Platform } from "#domain/platforms";
import type { Lead } from "#features/automation/engine/run";
import type { Identities } from "#features/messaging/outbound/address";
import { type Channel, routeOf } from "#features/messaging/outbound/route";
import { found } from "#lib/problem";
import type { SyntheticLead } from "./lead-input";

/** Ids on a platform that no real lead has. With them a synthetic lead can be reached there. */
const identitiesOn = (platform: Platform): Identities =>
  kindsOf(platform)
    .filter((kind) => !isPhone(kind))
    .map((kind) => ({ ...ANYWHERE, kind, value: "0" }));

const ANYWHERE = { channelId: null, portfolioId: null, isUnreachable: false, isAnothers: false };

/** The channel that is assumed where the workspace has none for the platform. */
const sandbox = (platform: Platform): Channel => ({
  id: 0,
  platform,
  provider: "sandbox",
  externalId: null,
  portfolioId: null,
  isDefault: true,
  isActive: true,
});

/** A lead that is reached by a sandbox of its own only, and has written there last at a time. */
export const onSandbox = (lead: Lead, platform: Platform, lastInboundAt: number): Lead => ({
  ...lead,
  whatsappPhoneNumberId: null,
  identities: identitiesOn(platform),
  channels: [sandbox(platform)],
  conversations: [{ id: 0, channelId: 0, platform, lastInboundAt }],
});

type Surroundings = {
  platform: Platform;
  channels: Channel[];
  defaultCountry: string | null;
  startAt: number;
};

/** Makes the synthetic lead of a simulation, as a new lead with these attributes would be. */
export function newSyntheticLead(
  input: SyntheticLead,
  { platform, channels, defaultCountry, startAt }: Surroundings,
): Lead {
  const stage = input.pipeline_stage === undefined ? "new" : input.pipeline_stage;
  const phone = input.phone == null ? null : normalPhone(input.phone, defaultCountry);
  const hasChannel = channels.some((channel) => channel.platform === platform);
  const lead: Lead = {
    id: 0,
    ext_id: input.ext_id ?? null,
    first_name: input.first_name ?? null,
    last_name: input.last_name ?? null,
    username: input.username ?? null,
    email: input.email == null ? null : normalEmail(input.email),
    phone,
    number: keyOfPhone(phone, defaultCountry),
    variables: input.variables ?? {},
    isOptout: input.is_optout ?? false,
    isMarketingOptout: input.is_marketing_optout ?? false,
    whatsappPhoneNumberId: null,
    identities: identitiesOn(platform),
    channels: hasChannel ? channels : [...channels, sandbox(platform)],
    conversations: [],
    fields: {
      ...Object.fromEntries(
        conditionedNames(leadFields).map((name) => [name, input[name] ?? null]),
      ),
      source: input.source === undefined ? "api" : input.source,
      pipeline_stage: stage,
      is_lost: input.is_lost ?? lossChange(null, stage).is_lost ?? false,
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
  const channelId = found(routeOf(lead, { platform })).channel?.id ?? null;
  return {
    ...lead,
    conversations: [
      { id: 0, channelId, platform, lastInboundAt: input.last_inbound_at ?? startAt },
    ],
  };
}
