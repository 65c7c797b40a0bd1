import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type BulkEnrolmentJob,
  cancelBulkEnrolment,
  getBulkEnrolment,
  listBulkEnrolments,
} from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useScenario } from "#console/data/scenario-names";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Progress } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import styles from "./bulk.module.css";
import { bulkTexts } from "./texts";

const POLL_MS = 2_000;
const SLOW_POLL_MS = 15_000;

const isUnderWay = ({ state }: BulkEnrolmentJob) => state === "running" || state === "scheduled";

/** Enrolments of many leads that are not over. No event tells of them. */
export function Enrolments() {
  const t = useTexts(bulkTexts);
  const client = useClient();
  const isAllowed = useMay("scenarios:read");
  const { data: jobs = [] } = useQuery({
    queryKey: ["enrolments", "list"],
    queryFn: async ({ signal }) => {
      const { data } = await listBulkEnrolments({ client, query: { per_page: 10 }, signal });
      return data.filter(isUnderWay);
    },
    enabled: isAllowed,
    refetchInterval: ({ state }) => (state.data?.length ? SLOW_POLL_MS : false),
  });
  if (jobs.length === 0) return null;
  return (
    <section className={styles.works} aria-label={t.enrolments}>
      {jobs.map((job) => (
        <EnrolmentProgress key={job.id} job={job} />
      ))}
    </section>
  );
}

/** The progress of an enrolment of many leads. */
export function EnrolmentProgress({ job: initial }: { job: BulkEnrolmentJob }) {
  const t = useTexts(bulkTexts);
  const format = useFormat();
  const client = useClient();
  const queries = useQueryClient();
  const mayCancel = useMay("scenarios:write");
  const scenario = useScenario(initial.scenario_id);
  const key = ["enrolments", "job", initial.id];
  const { data: job = initial } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const path = { bulkEnrolment: initial.id };
      return (await getBulkEnrolment({ client, path, signal })).data;
    },
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  });
  const cancel = useAction(
    (client) => cancelBulkEnrolment({ client, path: { bulkEnrolment: initial.id } }),
    { onDone: ({ data }) => setAnswer(queries, key, data) },
  );
  const name = scenario?.name ?? `#${job.scenario_id}`;
  const facts = [
    job.state === "scheduled" && job.at
      ? t.begins(format.dateTime(job.at))
      : t.jobStates[job.state],
    t.enrolled(job.enrolled, format.number(job.enrolled)),
    job.held_out > 0 && t.heldOut(format.number(job.held_out)),
    job.per_hour !== null && t.anHour(format.number(job.per_hour)),
    job.reason && t.jobReasons[job.reason],
  ].filter(Boolean);
  return (
    <div className={styles.work} role="status">
      <Row wraps align="stretch" className={styles.workText}>
        <strong>{t.enrolmentIn(name)}</strong>
        <span>{facts.join(" · ")}</span>
      </Row>
      {isUnderWay(job) && mayCancel && (
        <Button size="small" isBusy={cancel.isBusy} onClick={() => void cancel.run(undefined)}>
          {t.cancelEnrolment}
        </Button>
      )}
      {job.state === "running" && (
        <div className={styles.workBar}>
          <Progress label={t.enrolmentIn(name)} share={job.progress / 100} />
        </div>
      )}
      {cancel.error && <ProblemNote error={cancel.error} />}
    </div>
  );
}
