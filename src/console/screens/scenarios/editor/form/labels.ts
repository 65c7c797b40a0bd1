import { useTexts } from "#console/texts/catalogue";
import { lookup } from "../words";
import { useForm } from "./context";
import { hintOf } from "./hints";
import { fieldTexts } from "./texts";

/** `save_to` as "Save to". */
const humanised = (name: string) =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll("_", " ");

/** The name of a setting, and a hint on it. */
export function useLabels(name: string) {
  const t = useTexts(fieldTexts);
  const { type, isTrigger } = useForm();
  const own = isTrigger
    ? (lookup(t.triggerLabels, `${type}.${name}`) ?? lookup(t.triggerLabels, name))
    : undefined;
  return {
    label: own ?? lookup(t.labels, name) ?? humanised(name),
    item: lookup(t.items, name),
    addLabel: lookup(t.adds, name) ?? t.add,
    hint: isTrigger ? lookup(t.triggerHints, name) : hintOf(t, type, name),
  };
}
