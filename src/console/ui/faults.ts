import { useLayoutEffect, useRef } from "react";

const PLACES = "form, [role=dialog], [role=alertdialog]";
/** The elements that show a fault. */
const WRONG = "[aria-invalid=true]";
const FAULTS = `${WRONG}, [data-fault]`;
const FOCUSABLE = ":is(input, select, textarea, button, [tabindex]):not(:disabled)";
/** Later than what a submission that asks nobody has shown. */
const REFUSED_MS = 100;

/** True for the fault of one of the fields, and of what lies in it, such as `keywords.1`. */
export const isAmong = (fields: readonly string[], fault: string) =>
  fields.some((field) => fault === field || fault.startsWith(`${field}.`));

/** The form in which somebody has asked for something and typed nothing since. */
let asked: Element | null = null;

/** Moves the focus, and with it the view, to the first fault of a form or dialog. */
function goToFault(place: Element) {
  const fault = place.querySelector<HTMLElement>(FAULTS);
  if (!fault) return;
  asked = null;
  const target = fault.matches(FOCUSABLE)
    ? fault
    : (fault.querySelector<HTMLElement>(WRONG) ?? fault.querySelector<HTMLElement>(FOCUSABLE));
  for (let part = target?.closest("details"); part; part = part.parentElement?.closest("details"))
    part.open = true;
  target?.focus();
}

addEventListener(
  "submit",
  ({ target }) => {
    if (!(target instanceof Element)) return;
    asked = target;
    // A form that refuses the same as before shows nothing new.
    setTimeout(() => {
      if (asked === target && !target.querySelector("[aria-busy=true]")) goToFault(target);
    }, REFUSED_MS);
  },
  true,
);

addEventListener(
  "input",
  () => {
    asked = null;
  },
  true,
);

/** Marks what appears while a button is at work: what fails is looked for in its form or dialog. */
export function useAsked<Shown extends Element>() {
  const ref = useRef<Shown>(null);
  useLayoutEffect(() => {
    asked = ref.current?.closest(PLACES) ?? null;
  }, []);
  return ref;
}

/**
 * Goes to the first fault of a form or dialog, if one is shown there, by the element of the ref, in
 * answer to what was asked there. `fault` is another one for each answer, and undefined for none.
 */
export function useFault<Shown extends Element>(fault: unknown) {
  const ref = useRef<Shown>(null);
  useLayoutEffect(() => {
    if (fault !== undefined && ref.current && asked?.contains(ref.current)) goToFault(asked);
  }, [fault]);
  return ref;
}
