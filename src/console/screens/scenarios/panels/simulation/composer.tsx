import { Ellipsis, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { BookingState, PipelineStage, Tag } from "#client";
import { nameTexts } from "#console/names/texts";
import { type DrawnNode, settingsOf } from "#console/screens/scenarios/nodes/drawn";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { Field, Input } from "#console/ui/field";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import type { RunEvent } from "./progress";
import styles from "./simulation.module.css";
import { texts } from "./texts";

const STATES: BookingState[] = ["booked", "moved", "cancelled", "no_show", "held"];
/** Those that concern who waits for the time of a booking. */
const CHANGES: BookingState[] = ["moved", "cancelled"];
const DEFAULT_STAGE: PipelineStage = "qualified";

/** A place that the lead sends. */
const SOMEWHERE = { latitude: -1.9441, longitude: 30.0619 };
/** From then on, HTTP requests fail. */
export const FAILING: RunEvent = { webhook: { is_ok: false } };

/** The answers of a form that a node reads. */
type AskedForm = { save?: Record<string, string> | null; required?: string[] | null } | null;

/** An answer to everything that a node reads of a form. */
const answersTo = (form: NonNullable<AskedForm>) =>
  Object.fromEntries(
    ["answer", ...Object.keys(form.save ?? {}), ...(form.required ?? [])].map((name) => [
      name,
      "1",
    ]),
  );

/** The events that the node waits for, beside replies, as actions of the lead. */
function useAwaited(node: DrawnNode | undefined, tags: readonly Tag[]) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  const { bookingStates } = useTexts(nameTexts);
  if (!node) return [];
  const { event, filter, flow, wait, until } = settingsOf(node) as {
    until?: { booking?: string } | null;
    flow?: AskedForm;
    wait?: { flow?: AskedForm } | null;
    event?: string;
    filter?: {
      tag_ids?: number[];
      stages?: PipelineStage[];
      name?: string;
      states?: BookingState[];
    } | null;
  };
  const awaited: [string, RunEvent][] = [];
  const form = wait ? wait.flow : flow;
  // That of a message is the form itself.
  if (form && !("flow_id" in form)) awaited.push([t.fillsForm, { answers: answersTo(form) }]);
  if (event === "custom" && filter?.name)
    awaited.push([t.reports(filter.name), { custom: filter.name }]);
  if (event === "stage_changed")
    for (const stage of filter?.stages ?? [DEFAULT_STAGE])
      awaited.push([t.reaches(stages[stage]), { stage_changed: stage }]);
  const states = event === "booking" ? (filter?.states ?? STATES) : until?.booking ? CHANGES : [];
  for (const state of states) awaited.push([t.books(bookingStates[state]), { booking: { state } }]);
  if (event === "tag_added")
    for (const { id, label } of tags.filter(({ id }) => filter?.tag_ids?.includes(id) ?? true))
      awaited.push([t.getsTag(label), { tag_added: id }]);
  return awaited;
}

/** The box to write and act as the lead. */
export function Composer({
  node,
  tags,
  hasLink,
  hasRequests,
  isOver,
  onHappen,
}: {
  /** The node of the run. */
  node: DrawnNode | undefined;
  tags: readonly Tag[];
  /** True if a message so far has a link. */
  hasLink: boolean;
  /** True if the graph makes HTTP requests. */
  hasRequests: boolean;
  isOver: boolean;
  onHappen: (event: RunEvent) => void;
}) {
  const t = useTexts(texts);
  const [text, setText] = useState("");
  const awaited = useAwaited(node, tags);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    onHappen({ reply: text.trim() });
    setText("");
  };
  return (
    <form className={styles.composer} onSubmit={send}>
      <Field label={t.write} isLabelHidden>
        {(control) => (
          <Input
            {...control}
            value={text}
            placeholder={t.write}
            autoComplete="off"
            disabled={isOver}
            maxLength={4096}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Menu
        side="top"
        trigger={<IconButton label={t.more} icon={<Ellipsis />} disabled={isOver} />}
      >
        <MenuItem isDisabled={!hasLink} onSelect={() => onHappen({ click: true })}>
          {t.clicks}
        </MenuItem>
        <MenuItem onSelect={() => onHappen({ read: true })}>{t.reads}</MenuItem>
        <MenuItem onSelect={() => onHappen({ location: SOMEWHERE })}>{t.sendsPlace}</MenuItem>
        {awaited.map(([label, event]) => (
          <MenuItem key={label} onSelect={() => onHappen(event)}>
            {label}
          </MenuItem>
        ))}
        {hasRequests && <MenuItem onSelect={() => onHappen(FAILING)}>{t.failsRequests}</MenuItem>}
        <MenuLine />
        <MenuItem isDanger onSelect={() => onHappen({ opt_out: true })}>
          {t.optsOut}
        </MenuItem>
      </Menu>
      <IconButton type="submit" kind="primary" label={t.send} icon={<Send />} disabled={isOver} />
    </form>
  );
}
