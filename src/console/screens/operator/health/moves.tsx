import { Link } from "@tanstack/react-router";
import type { Move } from "#client";
import { ListView } from "#console/data/list-view";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, type Tone } from "#console/ui/badge";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";

import { isUnderWay, useMoves } from "../moves";
import styles from "../operator.module.css";
import { texts as workspaceTexts } from "../workspace/texts";
import { texts } from "./texts";

const toneOf = (move: Move): Tone =>
  move.phase === "finished" ? "green" : isUnderWay(move) ? "blue" : "amber";

/** For how long writes were refused, in seconds. */
const refusedFor = ({ frozen_at, thawed_at }: Move) =>
  frozen_at && thawed_at ? (Date.parse(thawed_at) - Date.parse(frozen_at)) / 1_000 : null;

/** The workspaces that have moved, or are on their way, and why some have not. */
export function Moves() {
  const t = useTexts(texts);
  const { phases } = useTexts(workspaceTexts);
  const format = useFormat();
  const moves = useMoves();
  if (moves.items.length === 0 && !moves.error) return null;
  return (
    <Card title={t.moves} isPadded={false}>
      <ListView list={moves} empty={null}>
        {(items) => (
          <DataTable
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              [
                t.workspace,
                ({ workspace_id }) => (
                  <Link to="/workspaces/$workspace" params={{ workspace: String(workspace_id) }}>
                    {workspace_id}
                  </Link>
                ),
                { className: styles.main },
              ],
              [t.way, ({ from, to }) => t.fromTo(from, to)],
              [
                t.phase,
                (move) => (
                  <>
                    <Badge tone={toneOf(move)}>{phases[move.phase]}</Badge>
                    {move.reason && <Soft>{move.reason}</Soft>}
                  </>
                ),
              ],
              [t.rows, ({ rows_copied }) => format.number(rows_copied), "number"],
              [
                t.refused,
                (move) => {
                  const seconds = refusedFor(move);
                  return seconds !== null && format.duration(seconds);
                },
              ],
              [t.begun, ({ created_at }) => format.relative(created_at), "time"],
            ]}
          />
        )}
      </ListView>
    </Card>
  );
}
