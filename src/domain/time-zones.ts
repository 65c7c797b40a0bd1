import { remembered } from "#lib/memo";
import { countriesOfPhone } from "#lib/phone";
import { isTimeZone, offsetAt } from "#lib/time-zone";

/** The variable that names a lead's own time zone. */
const VARIABLE = "time_zone";
const MAX_NAME_CHARACTERS = 64;
const MAX_COUNTRIES = 300;
/** A year beyond all changes that are known: each zone follows the rules of today. */
const YEAR = 2037;

/** The facts about a lead from which its time zone is known. */
export type Zoned = { phone: string | null; variables: Record<string, unknown> };

/**
 * The IANA name of the time zone in which a lead lives: that of the lead's variable `time_zone` if
 * it names one, else that of the country of its phone where all clocks show the same time, else the
 * workspace's `time_zone`, where null stands for UTC.
 */
export const timeZoneOf = ({ phone, variables }: Zoned, workspaceZone: string | null): string =>
  zoneNamed(variables[VARIABLE]) ?? zoneOfPhone(phone) ?? workspaceZone ?? "UTC";

function zoneNamed(value: unknown) {
  const name = typeof value === "string" ? value.trim() : "";
  return name !== "" && name.length <= MAX_NAME_CHARACTERS && isTimeZone(name) ? name : null;
}

/** Of countries that share a code, all must have the same time. */
function zoneOfPhone(phone: string | null) {
  const countries = countriesOfPhone(phone);
  return countries.length > 0 ? sharedZone(countries.join()).name : null;
}

const sharedZone = remembered(MAX_COUNTRIES, (countries): { name: string | null } => {
  const zones = countries.split(",").map(zonesIn);
  const [name = null] = zones.flat();
  const isShared = zones.every(({ length }) => length > 0) && haveSameTime(zones.flat());
  return { name: isShared ? name : null };
});

/** Newer runtimes know the zones of each country; the types of the language lack them. */
type Zones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

function zonesIn(country: string): string[] {
  const locale: Zones = new Intl.Locale("und", { region: country });
  return locale.getTimeZones?.() ?? [];
}

function haveSameTime(zones: string[]) {
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(YEAR, month, 1));
  const [first, ...others] = zones;
  return others.every((zone) =>
    months.every((moment) => offsetAt(zone, moment) === offsetAt(first ?? zone, moment)),
  );
}
