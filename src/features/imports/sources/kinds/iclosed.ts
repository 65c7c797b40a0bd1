import type { KindDefinition } from "./definition";
import { webhook } from "./webhook";

export const iclosed: KindDefinition = {
  ...webhook,
  paths: "read",
  matchBy: ["lead_ref", "email", "phone"],
};
