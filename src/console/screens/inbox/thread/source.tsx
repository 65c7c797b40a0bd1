import { Bot, History, type LucideIcon, Smartphone } from "lucide-react";
import type { Message } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { texts } from "./texts";

type Source = "fromScenario" | "fromApp" | "fromPast";

const SIGNS: Record<Source, LucideIcon> = {
  fromScenario: Bot,
  fromApp: Smartphone,
  fromPast: History,
};

/** Messages that nobody has written here have a source. */
function sourceOf({ origin, run_id }: Message): Source | undefined {
  if (origin === "native_app") return "fromApp";
  if (origin === "history") return "fromPast";
  return run_id === null ? undefined : "fromScenario";
}

/** The source of a message: a scenario, the phone's app, or the time before the connection. */
export function SourceMark({ message }: { message: Message }) {
  const t = useTexts(texts);
  const source = sourceOf(message);
  if (!source) return null;
  const Sign = SIGNS[source];
  return (
    <span title={t[source]}>
      <Sign aria-hidden="true" />
      {source === "fromApp" && <span aria-hidden="true">{t.app}</span>}
      <span className="visually-hidden">{t[source]}</span>
    </span>
  );
}
