import {
  type ApiName,
  isApi,
  type ProviderName,
  platforms,
  platformTraits,
} from "#domain/platforms";
import { platformCode } from "#features/messaging/platforms";
import type { PlatformApi, Provider } from "./provider";
import { sandbox } from "./sandbox";
import { webhook } from "./webhook";

const APIS = Object.fromEntries(
  platforms.map((platform) => [platformTraits[platform].api.name, platformCode[platform].api]),
) as Record<ApiName, PlatformApi>;

const PROVIDERS: Record<ProviderName, Provider> = { sandbox, ...APIS, webhook };

export const providerOf = (name: ProviderName) => PROVIDERS[name];

export const apiOf = (name: ProviderName) => (isApi(name) ? APIS[name] : undefined);
