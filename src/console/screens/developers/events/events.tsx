import { Copy, Pause, Play, Radio } from "lucide-react";
import { useState } from "react";
import type { Event, EventPattern } from "#client";
import { ListView } from "#console/data/list-view";
import { useLiveState } from "#console/live/live";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Select } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { EmptyState } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { Json } from "../json";
import { kinds, patternOf, typesOf } from "./event-kinds";
import { EventRow } from "./event-row";
import styles from "./events.module.css";
import { useFeed } from "./feed";
import { texts } from "./texts";

const PATTERNS: EventPattern[] = [
  "*",
  ...kinds.flatMap((kind) => [patternOf(kind), ...typesOf(kind)]),
];

export default function Events() {
  const t = useTexts(texts);
  const c = useTexts(general);
  const format = useFormat();
  const live = useLiveState();
  const [pattern, setPattern] = useState<EventPattern>("*");
  const [isPaused, setPaused] = useState(false);
  const [open, setOpen] = useState<Event | null>(null);
  const { list, waiting, isNew } = useFeed(pattern, isPaused);
  return (
    <>
      <Card
        isPadded={false}
        title={t.title}
        actions={
          <>
            <Field label={t.type} isLabelHidden>
              {(control) => (
                <Select
                  {...control}
                  value={pattern}
                  onChange={({ target }) =>
                    setPattern(PATTERNS.find((one) => one === target.value) ?? "*")
                  }
                >
                  <option value="*">{t.everything}</option>
                  {kinds.map((kind) => (
                    <optgroup key={kind} label={t.kinds[kind]}>
                      <option value={patternOf(kind)}>{t.allOf(t.kinds[kind])}</option>
                      {typesOf(kind).map((type) => (
                        <option key={type} value={type}>
                          {type}
                        </option>
                      ))}
                    </optgroup>
                  ))}
                </Select>
              )}
            </Field>
            <Button
              icon={isPaused ? <Play /> : <Pause />}
              aria-pressed={isPaused}
              onClick={() => setPaused(!isPaused)}
            >
              {isPaused ? t.resume(waiting) : t.pause}
            </Button>
          </>
        }
      >
        <p className={styles.state} role="status">
          {isPaused ? t.paused : t.states[live]}
        </p>
        <ListView
          list={list}
          empty={
            <EmptyState
              icon={<Radio />}
              title={t.empty}
              actions={
                pattern !== "*" && <Button onClick={() => setPattern("*")}>{t.showAll}</Button>
              }
            >
              {t.emptyAbout}
            </EmptyState>
          }
        >
          {(events) => (
            <ul>
              {events.map((event) => (
                <EventRow
                  key={event.id}
                  event={event}
                  isNew={isNew(event)}
                  onOpen={() => setOpen(event)}
                />
              ))}
            </ul>
          )}
        </ListView>
      </Card>
      <Dialog
        kind="drawer"
        width="36rem"
        isOpen={open !== null}
        onClose={() => setOpen(null)}
        title={open?.type ?? ""}
        about={open && format.dateTime(open.timestamp)}
        foot={
          <Button
            icon={<Copy />}
            onClick={() =>
              void navigator.clipboard
                .writeText(JSON.stringify(open, null, 2))
                .then(() => toast(c.copied))
            }
          >
            {c.copy}
          </Button>
        }
      >
        {open && <Json value={open} label={t.json} />}
      </Dialog>
    </>
  );
}
