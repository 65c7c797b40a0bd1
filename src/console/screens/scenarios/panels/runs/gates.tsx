import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { explainRun } from "../../../../../client/index";
import { useClient } from "../../../../session/session";
import { useTexts } from "../../../../texts/catalogue";
import { LoadingRows, ProblemNote } from "../../../../ui/states";
import styles from "./runs.module.css";
import { texts } from "./texts";

/** All that the next message of a run must pass. */
export function Gates({ run }: { run: number }) {
  const t = useTexts(texts);
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["scenario-run-gates", run],
    queryFn: async ({ signal }) => (await explainRun({ client, signal, path: { run } })).data,
  });
  return (
    <section className={styles.part} aria-label={t.why}>
      <h3>{t.why}</h3>
      {error && <ProblemNote error={error} />}
      {isPending && <LoadingRows rows={4} />}
      {data?.blocked_by === null && <p className={styles.where}>{t.clear}</p>}
      <ul className={styles.gates}>
        {data?.gates.map(({ gate, passed, detail }) => (
          <li key={gate} className={passed ? styles.open : styles.closed}>
            {passed ? <CircleCheck aria-label={t.passed} /> : <CircleX aria-label={t.blocked} />}
            <div>
              <p>{t.gates[gate]}</p>
              {!passed && (
                <p className={styles.where} lang="en">
                  {detail}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
