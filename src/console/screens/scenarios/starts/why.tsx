import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ExplainedOutcome, explainStart, type StartExplanation } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Sign } from "#console/ui/badge";
import { Dialog } from "#console/ui/dialog";
import { Row, Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { NamesProvider } from "../editor/names";
import { triggerIcon } from "../editor/triggers/kinds";
import { triggerLines, triggerName } from "../editor/triggers/lines";
import { useWords } from "../editor/words";
import styles from "./starts.module.css";
import { texts } from "./texts";
import { type FindScenario, useScenarios } from "./use-scenarios";

type Asked = { scenario_id: number; trigger_id: string; outcome: ExplainedOutcome };

/** A trigger, and why it starts something or not. */
function Reason({
  asked: { scenario_id: id, trigger_id, outcome },
  find,
  onLeave,
}: {
  asked: Asked;
  find: FindScenario;
  onLeave: () => void;
}) {
  const words = useWords();
  const { startReasons } = useTexts(nameTexts);
  const scenario = find(id);
  const trigger = scenario?.triggers.find((one) => one.id === trigger_id);
  const lines = trigger ? triggerLines(words, trigger).join(" · ") : "";
  return (
    <Row as="li" gap={2} align="start">
      <Sign
        Icon={triggerIcon(trigger?.type ?? "")}
        tone={outcome === "started" ? "green" : "plain"}
        size="1.75rem"
        iconSize="1rem"
        radius="50%"
      />
      <div className={styles.reason}>
        <Link to="/scenarios/$scenario" params={{ scenario: `${id}` }} onClick={onLeave}>
          <bdi>{scenario?.name ?? id}</bdi>
        </Link>
        <Soft as="span" size="small" className={styles.line} dir="auto">
          {trigger ? [triggerName(words, trigger.type), lines].join(" · ") : trigger_id}
        </Soft>
        <p>{startReasons[outcome]}</p>
      </div>
    </Row>
  );
}

function Reasons(props: {
  title: string;
  items: readonly Asked[];
  find: FindScenario;
  onLeave: () => void;
}) {
  const { title, items, ...others } = props;
  if (items.length === 0) return null;
  return (
    <Stack as="section" gap={2}>
      <h3>{title}</h3>
      <Stack as="ul" gap={3}>
        {items.map((one) => (
          <Reason key={`${one.scenario_id} ${one.trigger_id}`} asked={one} {...others} />
        ))}
      </Stack>
    </Stack>
  );
}

/** The outcome of something that happened, and the answer of each trigger to it now. */
function Answer({ data, onLeave }: { data: StartExplanation; onLeave: () => void }) {
  const t = useTexts(texts);
  const { startReasons } = useTexts(nameTexts);
  const rest = { find: useScenarios(), onLeave };
  const { refusal, evaluation, triggers, is_pending: isPending } = data;
  const decided = evaluation?.candidates ?? [];
  const fitting = triggers.filter(({ fits }) => fits);
  const others = triggers.filter(({ fits }) => !fits);
  if (!refusal && decided.length === 0 && triggers.length === 0)
    return (
      <EmptyState
        title={t.why.none}
        actions={
          <Link to="/scenarios" search={{ view: "starts" }} onClick={onLeave}>
            {t.title}
          </Link>
        }
      >
        {t.emptyAbout}
      </EmptyState>
    );
  return (
    <Stack gap={4}>
      {refusal && <Note tone="amber">{startReasons[refusal.reason]}</Note>}
      {isPending && <Note>{t.why.pending}</Note>}
      {evaluation && decided.length === 0 && (
        <Note tone="amber">{startReasons[evaluation.outcome]}</Note>
      )}
      {!refusal && !isPending && !evaluation && fitting.length === 0 && (
        <Note>{t.why.nothingFits}</Note>
      )}
      <Reasons title={t.why.decided} items={decided} {...rest} />
      <Reasons title={decided.length > 0 ? t.why.now : t.why.fits} items={fitting} {...rest} />
      <Reasons title={t.why.others} items={others} {...rest} />
    </Stack>
  );
}

/** The answer to "Why did nothing start?" at a message or an event. */
export default function Why({
  of,
  onClose,
}: {
  of: { message_id: number } | { event_id: number };
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["start-explanation", of],
    queryFn: async () => (await explainStart({ client, body: of })).data,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog isOpen onClose={onClose} title={t.why.title}>
      <NamesProvider>
        {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingRows />}
        {data && <Answer data={data} onLeave={onClose} />}
      </NamesProvider>
    </Dialog>
  );
}
