import { type CredentialName, credentialNames } from "#domain/credentials";
import { outgoingTypes } from "#domain/messaging";
import {
  type ApiName,
  type Login,
  loginsOf,
  type Platform,
  type ProviderName,
  platforms,
  platformTraits,
  providers,
  sendableOn,
} from "#domain/platforms";
import { type OutboundRules, outboundErrors } from "#lib/outbound-url";
import type { FieldErrors } from "#lib/problem";
import { trimmed } from "#lib/text";
import { fieldErrors, validationMessages } from "#lib/validation-messages";

/** The members of a channel that never change. */
type Kind = { platform: Platform; provider: ProviderName };

type Requirements = {
  platforms: readonly Platform[];
  externalId: boolean;
  gateway: boolean;
  /** True if it may have a `business_account_id` and a `marketing_route`. */
  accounts: boolean;
  credentials: readonly CredentialName[];
};

const OWN = { platforms, externalId: false, gateway: false, accounts: false, credentials: [] };

function ofApi(platform: Platform): [ApiName, Requirements] {
  const { name, credentials, hasAccounts: accounts } = platformTraits[platform].api;
  return [name, { ...OWN, platforms: [platform], externalId: true, accounts, credentials }];
}

const requirements: Record<ProviderName, Requirements> = {
  sandbox: OWN,
  ...(Object.fromEntries(platforms.map(ofApi)) as Record<ApiName, Requirements>),
  webhook: { ...OWN, gateway: true, credentials: ["signing_secret"] },
};

/** The credentials that a provider needs: all of them, and no others. */
export const credentialsOf = (provider: ProviderName) => requirements[provider].credentials;

/** The login of a channel: the provider's default where none is chosen, null where it has none. */
export const loginOf = (provider: ProviderName, chosen: Login | null | undefined): Login | null =>
  chosen ?? loginsOf(provider)[0] ?? null;

/** An unchecked body. */
type Body = Record<string, unknown>;

const isGiven = (value: unknown) => trimmed(value) != null;

/** The errors on members that the provider lacks or refuses. `known` credentials are stored. */
function conflicts(
  { provider, platform }: { provider: ProviderName; platform: Platform | undefined },
  body: Body,
  known: string[],
  outbound: OutboundRules,
): FieldErrors {
  const needs = requirements[provider];
  const { external_id, gateway_url, business_account_id, marketing_route, login } = body;
  const credentials = (body.credentials ?? {}) as Body;
  const given = credentialNames.filter((name) => isGiven(credentials[name]));
  const lacking = needs.credentials.filter(
    (name) => !given.includes(name) && !known.includes(name),
  );
  const foreign = given.filter((name) => !needs.credentials.includes(name));
  const notOfProvider = validationMessages.notBeside(`provider ${provider}`);
  const paths = (names: CredentialName[]) => names.map((name) => `credentials.${name}`);
  return {
    ...(needs.externalId &&
      !isGiven(external_id) &&
      fieldErrors(["external_id"], validationMessages.required)),
    ...(needs.gateway &&
      !isGiven(gateway_url) &&
      fieldErrors(["gateway_url"], validationMessages.required)),
    ...(needs.gateway && outboundErrors("gateway_url", gateway_url, outbound)),
    ...(!needs.gateway && isGiven(gateway_url) && fieldErrors(["gateway_url"], notOfProvider)),
    ...(!needs.gateway && isGiven(body.accepts) && fieldErrors(["accepts"], notOfProvider)),
    ...(needs.gateway && platform && unsentErrors(platform, body.accepts)),
    ...(loginsOf(provider).length === 0 && isGiven(login) && fieldErrors(["login"], notOfProvider)),
    ...(!needs.accounts &&
      isGiven(business_account_id) &&
      fieldErrors(["business_account_id"], notOfProvider)),
    ...(!needs.accounts &&
      isGiven(marketing_route) &&
      trimmed(marketing_route) !== "auto" &&
      fieldErrors(["marketing_route"], notOfProvider)),
    ...fieldErrors(paths(lacking), validationMessages.required),
    ...fieldErrors(paths(foreign), notOfProvider),
  };
}

/** The errors on types that a gateway can't be asked for, as the platform has none of them. */
function unsentErrors(platform: Platform, accepts: unknown): FieldErrors {
  const sendable: readonly unknown[] = sendableOn(platform);
  const given: unknown[] = Array.isArray(accepts) ? accepts : [];
  const paths = given.flatMap((type, index) =>
    outgoingTypes.some((known) => known === type) && !sendable.includes(type)
      ? [`accepts.${index}`]
      : [],
  );
  return fieldErrors(paths, validationMessages.selectedOf(sendableOn(platform)));
}

/** The conflicts in the body of a new channel. */
export function conflictsInNew(body: Body, outbound: OutboundRules): FieldErrors {
  const provider = isGiven(body.provider)
    ? providers.find((name) => name === trimmed(body.provider))
    : "sandbox";
  const platform = platforms.find((name) => name === trimmed(body.platform));
  if (!provider) return {};
  const serving = providers.filter(
    (name) => !platform || requirements[name].platforms.includes(platform),
  );
  return {
    ...conflicts({ provider, platform }, body, [], outbound),
    ...(!serving.includes(provider) &&
      fieldErrors(["provider"], validationMessages.selectedOf(serving))),
  };
}

/** The conflicts of a body with the channel that it replaces. */
export function conflictsWithStored(
  kind: Kind,
  body: Body,
  known: string[],
  outbound: OutboundRules,
): FieldErrors {
  const moved = (["platform", "provider"] as const).filter(
    (field) => isGiven(body[field]) && trimmed(body[field]) !== kind[field],
  );
  return {
    ...conflicts(kind, body, known, outbound),
    ...fieldErrors(moved, validationMessages.selected),
  };
}
