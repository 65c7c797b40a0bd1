import type { KindDefinition } from "./definition";
import { webhook } from "./webhook";

export const form: KindDefinition = { ...webhook, matchBy: ["lead_ref", "phone", "email"] };
