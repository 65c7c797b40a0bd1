import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { explainRun, type GateResult } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { wordFor } from "#console/texts/word-for";
import { Part } from "#console/ui/part";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import styles from "./runs.module.css";
import { texts } from "./texts";

/**
 * The reason why a gate is closed: where there are many, in the words of the API, which are
 * English.
 */
function Closed({ gate, detail, holds_until: until }: GateResult) {
  const t = useTexts(texts);
  const { dateTime } = useFormat();
  const plain = until ? t.heldUntil(dateTime(until)) : wordFor(t.closed, gate);
  return (
    <p className={styles.where} lang={plain ? undefined : "en"}>
      {plain ?? detail}
    </p>
  );
}

/** All that the next message of a run must pass. */
export function Gates({ run }: { run: number }) {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["scenario-run-gates", run],
    queryFn: async ({ signal }) => (await explainRun({ client, signal, path: { run } })).data,
  });
  return (
    <Part title={t.why}>
      {error && <ProblemNote error={error} />}
      {isPending && <LoadingRows rows={4} />}
      {data?.blocked_by === null && <p className={styles.where}>{t.clear}</p>}
      <Stack as="ul" gap={2} className={styles.gates}>
        {data?.gates.map((result) => (
          <li key={result.gate} className={result.passed ? styles.open : styles.closed}>
            {result.passed ? (
              <CircleCheck aria-label={t.passed} />
            ) : (
              <CircleX aria-label={t.blocked} />
            )}
            <div>
              <p>{t.gates[result.gate]}</p>
              {!result.passed && <Closed {...result} />}
            </div>
          </li>
        ))}
      </Stack>
    </Part>
  );
}
