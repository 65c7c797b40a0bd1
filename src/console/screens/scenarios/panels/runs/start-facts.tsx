import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { getRun, type Run } from "#client";
import { MessageLink } from "#console/data/message-link";
import { useScenario } from "#console/data/scenario-names";
import { nameTexts } from "#console/names/texts";
import { headId } from "#console/screens/scenarios/editor/triggers/heads";
import { headLine, triggerName } from "#console/screens/scenarios/editor/triggers/lines";
import { useWords } from "#console/screens/scenarios/editor/words";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import type { PanelProps } from "../panel";
import styles from "./runs.module.css";
import { texts } from "./texts";

/** A run of any scenario, by the name of its scenario. */
function RunLink({ id }: { id: number }) {
  const { runs } = useTexts(nameTexts);
  const client = useClient();
  const { data: run } = useQuery({
    queryKey: ["scenario-run", id],
    queryFn: async ({ signal }) => (await getRun({ client, signal, path: { run: id } })).data,
    retry: false,
  });
  const scenario = useScenario(run?.scenario_id ?? null);
  if (!run) return runs.run(id);
  return (
    <Link
      to="/scenarios/$scenario"
      params={{ scenario: `${run.scenario_id}` }}
      search={{ panel: "runs", run: id }}
    >
      <bdi>{scenario?.name ?? runs.run(id)}</bdi>
    </Link>
  );
}

/** The facts about what has started a run: the trigger, as it is drawn now, and its cause. */
export function useStartFacts(
  triggers: PanelProps["graph"]["triggers"],
  onSelect: (id: string) => void,
) {
  const t = useTexts(texts);
  const words = useWords();
  return (by: Run["started_by"]) => {
    if (!by) return [];
    const { type, trigger_id: id, message_id: message, by_run_id: run } = by;
    const trigger = triggers.find((one) => one.id === id && one.type === type);
    const name = trigger ? (
      <button type="button" className={styles.start} onClick={() => onSelect(headId(id))}>
        {headLine(words, trigger)}
      </button>
    ) : (
      `${triggerName(words, type)} · ${id}`
    );
    return [
      [t.startedBy, name],
      [t.byMessage, message === null ? null : <MessageLink key="message" id={message} />],
      [t.byRun, run === null ? null : <RunLink key="run" id={run} />],
    ] as const;
  };
}
