import { Check, CheckCheck, CircleAlert, CircleHelp, Clock } from "lucide-react";
import type { MessageStatus } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import { texts } from "./texts";
import styles from "./ticks.module.css";

const ICONS = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
};

/** The progress of an outbound message. */
export function Ticks({ status }: { status: MessageStatus }) {
  const t = useTexts(texts);
  if (status === "received" || status === "noted") return null;
  const Icon = ICONS[status];
  return (
    <span className={classes(styles.ticks, styles[status])} title={t.statuses[status]}>
      <Icon />
      <span className="visually-hidden">{t.statuses[status]}</span>
    </span>
  );
}
