const links = () => [...document.querySelectorAll<HTMLElement>("[data-conversation]")];
const idOf = ({ dataset }: HTMLElement) => Number(dataset.conversation);

/**
 * The listed conversation after or before the open one. One that has just left the list, such as by
 * being closed, leaves its place to the next.
 */
export function neighbour(openId: number | null, step: 1 | -1) {
  const ids = [...new Set(links().map(idOf))];
  const at = openId === null ? -1 : ids.indexOf(openId);
  if (at >= 0) return ids[at + step];
  const place = document.querySelector<HTMLElement>("[data-place]")?.dataset.place;
  if (place === undefined) return ids[0];
  const wanted = Number(place) + (step === 1 ? 0 : -1);
  const found = document.querySelector<HTMLElement>(`[data-index="${wanted}"] > a`);
  return found ? idOf(found) : undefined;
}

/** Takes the focus along to another conversation, if it is on one of the list. */
export function focusRow(id: number) {
  if (document.activeElement?.matches("[data-conversation]"))
    links()
      .find((link) => idOf(link) === id)
      ?.focus();
}

/** The arrows go from row to row, so that Tab need not pass through all. */
export function onArrow(event: { key: string; target: EventTarget; preventDefault: () => void }) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !(event.target instanceof HTMLElement)) return;
  const listed = links();
  const next = listed[listed.indexOf(event.target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
