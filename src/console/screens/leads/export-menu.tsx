import { Download } from "lucide-react";
import { useSession } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Menu, MenuItem } from "#console/ui/menu";
import { exportMatching } from "./bulk/export";
import { fileColumns, useView } from "./columns";
import { FIELDS, type Filters, isSet } from "./filters";
import styles from "./leads.module.css";
import { texts } from "./texts";
import { useFilterText } from "./use-filter-text";
import { useValues } from "./use-values";

/** Words for a file's name, without what is typed: that may be somebody's phone. */
function useWords(filters: Filters) {
  const { fields } = useValues();
  const textOf = useFilterText();
  return FIELDS.filter((field) => field.kind !== "text" && isSet(field, filters)).flatMap(
    (field) => [fields[field.name], textOf(field, filters)],
  );
}

/** Downloads what matches; a spreadsheet of it has the columns that the table shows. */
export function ExportMenu({
  filters,
  segment,
  total,
}: {
  filters: Filters;
  segment: string | undefined;
  total: number | null;
}) {
  const t = useTexts(texts);
  const session = useSession();
  const { columns } = useView();
  const words = [...(segment ? [segment] : []), ...useWords(filters)];
  const matching = { filters, words, total };
  return (
    <Menu
      trigger={
        <Button icon={<Download />}>
          <span className={styles.label}>{t.export}</span>
        </Button>
      }
    >
      <MenuItem
        onSelect={() => void exportMatching(session, matching, "text/csv", fileColumns(columns))}
      >
        {t.exportCsv}
      </MenuItem>
      <MenuItem onSelect={() => void exportMatching(session, matching, "application/x-ndjson")}>
        {t.exportNdjson}
      </MenuItem>
    </Menu>
  );
}
