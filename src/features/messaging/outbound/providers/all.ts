import { type ApiName, isApi, type ProviderName } from "#domain/platforms";
import { instagram } from "./instagram";
import type { PlatformApi, Provider } from "./provider";
import { sandbox } from "./sandbox";
import { webhook } from "./webhook";
import { whatsapp } from "./whatsapp";

const APIS: Record<ApiName, PlatformApi> = { whatsapp_cloud: whatsapp, instagram };

const PROVIDERS: Record<ProviderName, Provider> = { sandbox, ...APIS, webhook };

export const providerOf = (name: ProviderName) => PROVIDERS[name];

export const apiOf = (name: ProviderName) => (isApi(name) ? APIS[name] : undefined);
