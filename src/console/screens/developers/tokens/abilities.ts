import type { Token } from "#client";

export type Ability = Token["abilities"][number];
type Named<Text> = Text extends `${infer Area}:${string}` ? Area : never;
type Area = Named<Ability>;

/** `write` is to read and change. */
export const levels = ["none", "read", "write"] as const;
type Level = (typeof levels)[number];
export type Levels = Record<Area, Level>;

/** The abilities of each area. */
const OF_AREAS: Record<Area, Ability[]> = {
  leads: ["leads:read", "leads:write"],
  bookings: ["bookings:read", "bookings:write"],
  tags: ["tags:read", "tags:write"],
  conversations: ["conversations:read", "conversations:write"],
  scenarios: ["scenarios:read", "scenarios:write"],
  "short-links": ["short-links:read", "short-links:write"],
  channels: ["channels:read", "channels:write"],
  imports: ["imports:read", "imports:write"],
  exports: ["exports:read", "exports:write"],
  sources: ["sources:read", "sources:write"],
  settings: ["settings:read", "settings:write"],
  tokens: ["tokens:read", "tokens:write"],
  webhooks: ["webhooks:read", "webhooks:write"],
  events: ["events:read"],
  usage: ["usage:read"],
  audit: ["audit:read"],
};

export const areas = Object.keys(OF_AREAS) as Area[];

const isWrite = (ability: Ability) => ability.endsWith(":write");

/** True if a token with the abilities `held` has this one, and so can give it to others. */
const holds = (held: readonly Ability[], ability: Ability) =>
  held.includes("*") || held.includes(ability);

/** The levels of an area that a token with the abilities `held` can give to others. */
export const levelsOf = (area: Area, held: readonly Ability[]) =>
  levels.filter((level) => {
    if (level === "none") return true;
    return OF_AREAS[area].some(
      (ability) => isWrite(ability) === (level === "write") && holds(held, ability),
    );
  });

export const allAt = (level: Level, held: readonly Ability[]) =>
  Object.fromEntries(
    areas.map((area) => {
      const best = levelsOf(area, held).filter((one) => level === "write" || one === level);
      return [area, level === "none" ? "none" : (best.at(-1) ?? "none")];
    }),
  ) as Levels;

/** The abilities that a choice of levels means. */
export const abilitiesOf = (chosen: Levels, held: readonly Ability[]) =>
  areas.flatMap((area) =>
    OF_AREAS[area].filter(
      (ability) =>
        holds(held, ability) &&
        (chosen[area] === "write" || (chosen[area] === "read" && !isWrite(ability))),
    ),
  );

/** The level of each area that has one. */
export const levelsIn = (abilities: readonly Ability[]) =>
  areas.flatMap((area) => {
    const has = OF_AREAS[area].filter((ability) => abilities.includes(ability));
    if (has.length === 0) return [];
    return [[area, has.some(isWrite) ? "write" : "read"] as const];
  });
