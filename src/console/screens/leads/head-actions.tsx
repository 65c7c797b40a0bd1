import { Link } from "@tanstack/react-router";
import { CalendarDays, Plus, Upload } from "lucide-react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button, buttonClass } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import { ExportMenu } from "./export-menu";
import type { Filters } from "./filters";
import styles from "./leads.module.css";
import { texts } from "./texts";

/** The ways on from the list of leads, and a new one. */
export function HeadActions({
  onCreate,
  ...matching
}: {
  filters: Filters;
  segment: string | undefined;
  total: number | null;
  onCreate: () => void;
}) {
  const t = useTexts(texts);
  const mayWrite = useMay("leads:write");
  const mayImport = useMay("imports:write");
  const mayBookings = useMay("bookings:read");
  return (
    <Row gap={2} wraps align="stretch" className={styles.actions}>
      {mayBookings && (
        <Link to="/leads/bookings" className={buttonClass()}>
          <CalendarDays aria-hidden="true" />
          <span className={styles.label}>{t.bookings}</span>
        </Link>
      )}
      <ExportMenu {...matching} />
      {mayImport && (
        <Link to="/leads/import" className={buttonClass()}>
          <Upload aria-hidden="true" />
          <span className={styles.label}>{t.import}</span>
        </Link>
      )}
      {mayWrite && (
        <Button kind="primary" icon={<Plus />} onClick={onCreate}>
          {t.newLead}
        </Button>
      )}
    </Row>
  );
}
