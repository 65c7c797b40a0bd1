import type { ReactNode } from "react";
import type { BlockReason, Platform } from "#client";
import { platformRow } from "#console/data/platforms";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Note } from "#console/ui/states";
import styles from "./composer.module.css";
import { texts } from "./texts";

/** Says before sending why it would not be sent, and what to do. */
export function RefusalNote({
  refusal,
  platform,
  name,
  children,
}: {
  refusal: BlockReason;
  platform: Platform;
  name: string;
  children?: ReactNode;
}) {
  const t = useTexts(texts);
  const { failures } = useTexts(nameTexts);
  const about =
    refusal === "window_closed" && !platformRow(platform).hasTemplates
      ? t.noTemplates
      : refusal in t.refusals
        ? t.refusals[refusal as keyof typeof t.refusals]
        : undefined;
  return (
    <div className={styles.refusal} role="status">
      <Note tone={refusal === "opted_out" ? "red" : "amber"}>
        <p>
          <b>{refusal === "opted_out" ? t.unsubscribed(name) : failures[refusal]}</b> {about}
        </p>
        {children}
      </Note>
    </div>
  );
}
