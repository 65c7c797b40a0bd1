const areas = ["tags", "leads", "scenarios", "short-links", "channels", "conversations", "settings", "tokens"] as const;

export type Ability = `${(typeof areas)[number]}:${"read" | "write"}`;

export const abilities = areas.flatMap((area) => [`${area}:read`, `${area}:write`] as const) satisfies Ability[];

/** `*` holds every ability, those of later areas too. */
export const holds = (held: string[], ability: string) => held.includes("*") || held.includes(ability);
