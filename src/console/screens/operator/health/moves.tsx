import { Link } from "@tanstack/react-router";
import type { Move } from "#client";
import { ListView } from "#console/data/list-view";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge, type Tone } from "#console/ui/badge";
import { Card } from "#console/ui/layout";
import { Table } from "#console/ui/table";
import { isUnderWay, useMoves } from "../moves";
import styles from "../operator.module.css";
import { texts as workspaceTexts } from "../workspace/texts";
import { texts } from "./texts";

const toneOf = (move: Move): Tone =>
  move.phase === "finished" ? "green" : isUnderWay(move) ? "blue" : "amber";

/** For how long writes were refused, in seconds. */
const refusedFor = ({ frozen_at, thawed_at }: Move) =>
  frozen_at && thawed_at ? (Date.parse(thawed_at) - Date.parse(frozen_at)) / 1_000 : null;

/** Which workspaces have moved, or are on their way, and why some have not. */
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
          <Table>
            <thead>
              <tr>
                <th>{t.workspace}</th>
                <th>{t.way}</th>
                <th>{t.phase}</th>
                <th data-number>{t.rows}</th>
                <th>{t.refused}</th>
                <th>{t.begun}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((move) => {
                const seconds = refusedFor(move);
                return (
                  <tr key={move.id}>
                    <td className={styles.main}>
                      <Link
                        to="/workspaces/$workspace"
                        params={{ workspace: String(move.workspace_id) }}
                      >
                        {move.workspace_id}
                      </Link>
                    </td>
                    <td>{t.fromTo(move.from, move.to)}</td>
                    <td>
                      <Badge tone={toneOf(move)}>{phases[move.phase]}</Badge>
                      {move.reason && <p className={styles.soft}>{move.reason}</p>}
                    </td>
                    <td data-number>{format.number(move.rows_copied)}</td>
                    <td>{seconds !== null && format.duration(seconds)}</td>
                    <td className={styles.when}>{format.relative(move.created_at)}</td>
                  </tr>
                );
              })}
            </tbody>
          </Table>
        )}
      </ListView>
    </Card>
  );
}
