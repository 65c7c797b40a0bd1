import { Link } from "@tanstack/react-router";
import type { UnroutedWebhooks } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { DataTable } from "#console/ui/data-table";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";

import styles from "./health.module.css";
import { texts } from "./texts";

/** Accounts that Meta calls about, and that no channel has. */
export function Unrouted({ channels }: { channels: UnroutedWebhooks[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  if (channels.length === 0) return null;
  return (
    <Card title={t.unrouted} isPadded={false}>
      <Soft className={styles.about}>{t.unroutedAbout}</Soft>
      <DataTable
        rows={channels}
        keyOf={({ channel_id }) => channel_id}
        columns={[
          [t.account, ({ account_id }) => <code>{account_id}</code>],
          [
            t.workspace,
            ({ workspace_id }) => (
              <Link to="/workspaces/$workspace" params={{ workspace: String(workspace_id) }}>
                {workspace_id}
              </Link>
            ),
          ],
          [t.channel, ({ channel_id }) => channel_id],
          [t.calls, ({ count }) => format.number(count), "number"],
          [t.last, ({ last_at }) => format.relative(last_at)],
        ]}
      />
    </Card>
  );
}
