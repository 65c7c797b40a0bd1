import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ExplainInput, explainStart, type StartExplanation, type TriggerOf } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Dialog } from "#console/ui/dialog";
import { Stack } from "#console/ui/stack";
import { EmptyState, LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { NamesProvider } from "../editor/names";
import { RunLink } from "../panels/runs/run-link";
import { type Asked, Reasons } from "./reasons";
import { texts } from "./texts";
import { useScenarios } from "./use-scenarios";

type Parts = { data: StartExplanation; ofTimes: boolean; onLeave: () => void };

/** The reasons that hold for all triggers alike. */
function Notes({ data, ofTimes, onLeave }: Parts) {
  const t = useTexts(texts);
  const { startReasons } = useTexts(nameTexts);
  const { refusal, evaluation, triggers, is_pending: isPending } = data;
  const hasFitting = triggers.some(({ fits }) => fits);
  return (
    <>
      {refusal && (
        <Note tone="amber">
          {startReasons[refusal.reason]}{" "}
          {refusal.run_id !== null && <RunLink id={refusal.run_id} onClick={onLeave} />}
        </Note>
      )}
      {isPending && <Note>{t.why.pending}</Note>}
      {evaluation?.candidates.length === 0 && (
        <Note tone="amber">{startReasons[evaluation.outcome]}</Note>
      )}
      {!refusal && !isPending && !evaluation && !ofTimes && !hasFitting && (
        <Note>{t.why.nothingFits}</Note>
      )}
    </>
  );
}

const keyOf = ({ scenario_id: scenario, trigger_id: trigger }: TriggerOf) =>
  `${scenario} ${trigger}`;

/** The outcomes of what has happened, with the time of each start that has been put off. */
function decidedIn({ evaluation, triggers }: StartExplanation): Asked[] {
  const times = new Map(triggers.map((one) => [keyOf(one), one.time]));
  return (evaluation?.candidates ?? []).map((one) =>
    one.outcome === "put_off" ? { ...one, time: times.get(keyOf(one)) ?? null } : one,
  );
}

/** The outcome of something that happened, and the answer of each trigger to it now. */
function Answer({ data, ofTimes, onLeave }: Parts) {
  const t = useTexts(texts);
  const rest = { find: useScenarios(), onLeave, known: data.refusal?.reason };
  const { refusal, triggers, handled_until: handledUntil } = data;
  const decided = decidedIn(data);
  const shown = new Set(decided.filter(({ time }) => time).map(keyOf));
  const asked = triggers.map((one) => (shown.has(keyOf(one)) ? { ...one, time: null } : one));
  const of = ofTimes ? "times" : "now";
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
      <Notes data={data} ofTimes={ofTimes} onLeave={onLeave} />
      <Reasons title={t.why.decided} items={decided} of="happened" {...rest} />
      <Reasons
        title={decided.length > 0 ? t.why.now : ofTimes ? t.why.comes : t.why.fits}
        items={asked.filter(({ fits }) => fits)}
        of={of}
        handledUntil={handledUntil}
        {...rest}
      />
      <Reasons
        title={ofTimes ? t.why.never : t.why.others}
        items={asked.filter(({ fits }) => !fits)}
        of={of}
        {...rest}
      />
    </Stack>
  );
}

/** Something that has happened, or the times that come for a lead. */
export type Cause = { message_id: number } | { event_id: number } | { lead_id: number };

const inputOf = (of: Cause): ExplainInput =>
  "lead_id" in of ? { ...of, happens: { type: "time" } } : of;

/** The answer to "Why did nothing start?" at a message or an event, or for the times of a lead. */
export default function Why({ of, onClose }: { of: Cause; onClose: () => void }) {
  const t = useTexts(texts);
  const client = useClient();
  const ofTimes = "lead_id" in of;
  const { data, error, refetch } = useQuery({
    queryKey: ["start-explanation", of],
    queryFn: async () => (await explainStart({ client, body: inputOf(of) })).data,
    gcTime: 0,
    staleTime: 0,
  });
  return (
    <Dialog isOpen onClose={onClose} title={ofTimes ? t.why.timesTitle : t.why.title}>
      <NamesProvider>
        {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingRows />}
        {data && <Answer data={data} ofTimes={ofTimes} onLeave={onClose} />}
      </NamesProvider>
    </Dialog>
  );
}
