import type { ScenarioTrigger, SimulatedStart } from "#client";
import { nameTexts } from "#console/names/texts";
import { headLine } from "#console/screens/scenarios/editor/triggers/lines";
import { useWords } from "#console/screens/scenarios/editor/words";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import styles from "./simulation.module.css";
import { texts } from "./texts";

/** The triggers that fitted, in their order, and what became of each. */
export function StartNote({
  start,
  triggers,
}: {
  start: SimulatedStart;
  triggers: readonly ScenarioTrigger[];
}) {
  const t = useTexts(texts);
  const { startReasons } = useTexts(nameTexts);
  const words = useWords();
  const nameFor = (id: string) => {
    const trigger = triggers.find((one) => one.id === id);
    return trigger ? headLine(words, trigger) : id;
  };
  if (start.candidates.length === 0)
    return <Note tone="amber">{start.outcome ? startReasons[start.outcome] : t.nothingFits}</Note>;
  return (
    <Note tone={start.trigger_id === null ? "amber" : "green"}>
      <ul className={styles.starts}>
        {start.candidates.map(({ trigger_id: id, outcome }) => (
          <li key={id}>
            <strong>{nameFor(id)}</strong>
            <p>{startReasons[outcome]}</p>
          </li>
        ))}
      </ul>
    </Note>
  );
}
