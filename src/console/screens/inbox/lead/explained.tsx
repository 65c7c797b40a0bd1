import { useQuery } from "@tanstack/react-query";
import { Check, X } from "lucide-react";
import { explainRun } from "#client";
import { useClient } from "#console/session/session";
import { classes } from "#console/ui/classes";
import { Row } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import styles from "./lead.module.css";

/** Everything that the run's next message must pass, and what holds it. */
export function Explained({ run }: { run: number }) {
  const client = useClient();
  const { data, error, isPending } = useQuery({
    queryKey: ["inbox", "explanation", run],
    queryFn: async ({ signal }) => (await explainRun({ client, signal, path: { run } })).data,
    staleTime: 0,
  });
  if (error) return <ProblemNote error={error} />;
  if (isPending) return <LoadingRows rows={3} />;
  return (
    <ul className={styles.gates}>
      {data.gates.map(({ gate, passed, detail }) => (
        <Row
          as="li"
          key={gate}
          gap={2}
          align="stretch"
          className={classes(!passed && styles.blocked)}
        >
          {passed ? <Check /> : <X />}
          {detail}
        </Row>
      ))}
    </ul>
  );
}
