import { useQueryClient } from "@tanstack/react-query";
import { abandonMove, listMoves, type Move } from "../../../../client/index";
import { useAction } from "../../../data/forms";
import { useList } from "../../../data/lists";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { Button } from "../../../ui/button";
import { Note, ProblemNote } from "../../../ui/states";
import { useDatabases } from "../databases";
import styles from "../operator.module.css";
import { texts } from "./texts";

export const MOVES_KEY = ["moves"];
const POLL_MS = 3_000;

const isUnderWay = ({ finished_at, phase }: Move) => finished_at === null && phase !== "abandoned";

/** How far a workspace's move to another database is, while there is one. */
export function Moving({ workspace }: { workspace: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const isPossible = useDatabases().length > 1;
  const { items } = useList(
    MOVES_KEY,
    (client, page, signal) => listMoves({ client, query: page, signal }),
    { enabled: isPossible, refetchInterval: POLL_MS },
  );
  const abandon = useAction((client) => abandonMove({ client, path: { workspace } }), {
    onDone: () => queries.invalidateQueries({ queryKey: MOVES_KEY }),
  });
  const move = items.find((one) => one.workspace_id === workspace);
  if (!move || !isUnderWay(move)) return null;
  return (
    <Note>
      <div className={styles.stack}>
        <p role="status">
          {t.moving(move.from, move.to, t.phases[move.phase], format.number(move.rows_copied))}
        </p>
        {abandon.error && <ProblemNote error={abandon.error} />}
        {move.phase === "copying" && (
          <p>
            <Button
              size="small"
              isBusy={abandon.isBusy}
              onClick={() => void abandon.run(undefined)}
            >
              {t.abandon}
            </Button>
          </p>
        )}
      </div>
    </Note>
  );
}
