import type { Item } from "../item";
import type { KindDefinition } from "./definition";

const read = (item: unknown): Item => ({
  fact: "contact",
  at: null,
  lead: {},
  booking: null,
  answers: {},
  tracking: {},
  raw: item,
  warnings: [],
});

export const webhook: KindDefinition = {
  read,
  paths: "raw",
  matchBy: ["lead_ref", "ext_id", "phone", "email"],
  verification: { scheme: "none" },
  mapping: [],
};
