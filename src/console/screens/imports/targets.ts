import { formNames } from "#console/screens/leads/fields";

const placed = {
  person: ["phone", "email", "ext_id", "username", "full_name", "first_name", "last_name", "image"],
  sales: ["tags", "pipeline_stage", "warmth", "source", "enrolled_at", "is_lost", "lost_reason"],
  consent: ["is_optout", "is_subscribed", "is_marketing_optout", "is_marketing_subscribed"],
  other: ["age", "profile", "whatsapp_phone_number_id", "variables", "data"],
} as const;
type Placed = (typeof placed)[keyof typeof placed][number];

const isPlaced = (name: string): name is Placed =>
  Object.values(placed).some((names: readonly string[]) => names.includes(name));

/** Fields of the lead's form that no group names. */
const others = [...formNames("who"), ...formNames("where"), ...formNames("further")].filter(
  (name): name is Exclude<typeof name, Placed> => !isPlaced(name),
);

/** The targets of columns, by groups, besides a key of `variables` or `data`. */
export const targetGroups = { ...placed, other: [...placed.other, ...others] };

export type TargetGroup = keyof typeof targetGroups;
export type Target = (typeof targetGroups)[TargetGroup][number];

const targets: readonly string[] = Object.values(targetGroups).flat();

export const isTarget = (target: string): target is Target => targets.includes(target);

/** Fields by at least one of which a row is somebody. */
export const NAMING: readonly string[] = [
  "phone",
  "email",
  "ext_id",
  "username",
  "full_name",
  "first_name",
  "last_name",
];

const KEYED = /^(variables|data)\.(.*)$/s;

/** The map and the key that a target such as `variables.city` names. */
export function keyedTarget(target: string) {
  const [, map, key] = KEYED.exec(target) ?? [];
  return map !== undefined && key !== undefined ? { map, key } : undefined;
}

/** `Date d’inscription` as `date_d_inscription`. */
export const keyOfColumn = (column: string) =>
  column
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "")
    .slice(0, 100);
