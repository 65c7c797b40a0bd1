import { Download } from "lucide-react";
import { useClient } from "../../session/session";
import { useTexts } from "../../texts/catalogue";
import { Button } from "../../ui/button";
import { Menu, MenuItem } from "../../ui/menu";
import { exportMatching } from "./bulk/export";
import type { Filters } from "./filters";
import styles from "./leads.module.css";
import { texts } from "./texts";

/** Downloads what matches. */
export function ExportMenu({ filters, total }: { filters: Filters; total: number | null }) {
  const t = useTexts(texts);
  const client = useClient();
  return (
    <Menu
      trigger={
        <Button icon={<Download />}>
          <span className={styles.label}>{t.export}</span>
        </Button>
      }
    >
      <MenuItem onSelect={() => void exportMatching(client, filters, "text/csv", total)}>
        {t.exportCsv}
      </MenuItem>
      <MenuItem
        onSelect={() => void exportMatching(client, filters, "application/x-ndjson", total)}
      >
        {t.exportNdjson}
      </MenuItem>
    </Menu>
  );
}
