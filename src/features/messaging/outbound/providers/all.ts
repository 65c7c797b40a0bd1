import type { ProviderName } from "#domain/messaging";
import { instagram } from "./instagram";
import type { Provider } from "./provider";
import { sandbox } from "./sandbox";
import { webhook } from "./webhook";
import { whatsapp } from "./whatsapp";

const PROVIDERS: Record<ProviderName, Provider> = {
  sandbox,
  whatsapp_cloud: whatsapp,
  instagram,
  webhook,
};

export const providerOf = (name: ProviderName) => PROVIDERS[name];
