import { Link } from "@tanstack/react-router";
import type { UnroutedWebhooks } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { Table } from "#console/ui/table";
import styles from "./health.module.css";
import { texts } from "./texts";

/** Accounts that Meta calls about, and that no channel has. */
export function Unrouted({ channels }: { channels: UnroutedWebhooks[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (channels.length === 0) return null;
  return (
    <Card title={t.unrouted} isPadded={false}>
      <p className={styles.about}>{t.unroutedAbout}</p>
      <Table>
        <thead>
          <tr>
            <th>{t.account}</th>
            <th>{t.workspace}</th>
            <th>{t.channel}</th>
            <th data-number>{t.calls}</th>
            <th>{t.last}</th>
          </tr>
        </thead>
        <tbody>
          {channels.map(({ workspace_id, channel_id, account_id, count, last_at }) => (
            <tr key={channel_id}>
              <td>
                <code>{account_id}</code>
              </td>
              <td>
                <Link to="/workspaces/$workspace" params={{ workspace: String(workspace_id) }}>
                  {workspace_id}
                </Link>
              </td>
              <td>{channel_id}</td>
              <td data-number>{format.number(count)}</td>
              <td>{format.relative(last_at)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
}
