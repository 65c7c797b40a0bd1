import { Check, CheckCheck, CircleAlert, CircleHelp, Clock } from "lucide-react";
import type { MessageStatus } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { classes } from "#console/ui/classes";
import styles from "./ticks.module.css";

const ICONS = {
  queued: Clock,
  sending: Clock,
  assessing: Clock,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
  unknown: CircleHelp,
};

/** The progress of an outbound message. */
export function Ticks({ status }: { status: MessageStatus }) {
  const { messageStatuses } = useTexts(nameTexts);
  if (status === "received" || status === "noted") return null;
  const Icon = ICONS[status];
  return (
    <span className={classes(styles.ticks, styles[status])} title={messageStatuses[status]}>
      <Icon />
      <span className="visually-hidden">{messageStatuses[status]}</span>
    </span>
  );
}
