import { useQueryClient } from "@tanstack/react-query";
import { abandonMove } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { isUnderWay, MOVES_KEY, useMoves } from "../moves";
import { texts } from "./texts";

/** The progress of a workspace's move to another database, while there is one. */
export function Moving({ workspace }: { workspace: number }) {
  const t = useTexts(texts);
  const format = useFormat();
  const queries = useQueryClient();
  const { items } = useMoves();
  const abandon = useAction((client) => abandonMove({ client, path: { workspace } }), {
    onDone: () => queries.invalidateQueries({ queryKey: MOVES_KEY }),
  });
  const move = items.find((one) => one.workspace_id === workspace);
  if (!move || !isUnderWay(move)) return null;
  return (
    <Note>
      <Stack gap={4}>
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
      </Stack>
    </Note>
  );
}
