import { type TargetGroup, targetGroups } from "#console/screens/imports/targets";
import { useTargetNames } from "#console/screens/imports/use-target-names";
import { useTexts } from "#console/texts/catalogue";
import { BOOKING, type BookingField, type BookingName } from "./booking-fields";
import { texts } from "./texts";

/** The name of a text can have no dot. */
const nameOf = (field: BookingField) => field.replace(".", "_") as BookingName;

const ANSWER = "booking.answers.";
const KEYED = /^(variables|data|booking\.answers)\.(.*)$/s;

/** The map and the key that a target such as `variables.city` names. */
export function keyedIn(target: string) {
  const [, map, key] = KEYED.exec(target) ?? [];
  return map !== undefined && key !== undefined ? { map, key } : undefined;
}

const GROUPS: readonly TargetGroup[] = ["person", "sales", "consent", "other"];

/** The targets by groups, each with its name. A target that ends in a dot lacks its key. */
export function useTargets() {
  const t = useTexts(texts);
  const names = useTargetNames();
  const ofLeads = GROUPS.map((group) => ({
    label: t.groups[group],
    options: targetGroups[group].map((field): [string, string] => [field, names[field]]),
  }));
  return [
    ...ofLeads,
    {
      label: t.groups.own,
      options: [
        ["variables.", t.variable],
        ["data.", t.data],
        ["lead_ref", t.leadRef],
      ] as [string, string][],
    },
    {
      label: t.groups.booking,
      options: [
        ...BOOKING.map((field): [string, string] => [`booking.${field}`, t.booking[nameOf(field)]]),
        [ANSWER, t.answer] as [string, string],
      ],
    },
  ];
}

/** The name of a target, or of what else a delivery has faults of. */
export function useTargetName() {
  const groups = useTargets();
  const names = new Map([
    ...groups.flatMap(({ options }) => options),
    ...Object.entries(useTexts(texts).others),
  ]);
  return (target: string) => {
    const keyed = keyedIn(target);
    if (!keyed) return names.get(target) ?? target;
    const map = names.get(`${keyed.map}.`)?.replace(/…$/, "");
    return map === undefined ? target : `${map} · ${keyed.key}`;
  };
}
