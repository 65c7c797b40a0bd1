import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { Row, Stack } from "#console/ui/stack";
import styles from "./panel-frame.module.css";

/** A panel beside the graph: its body scrolls, its foot stays. */
export function PanelFrame({
  title,
  actions,
  foot,
  onClose,
  children,
}: {
  title: string;
  actions?: ReactNode;
  foot?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useTexts(general);
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <Row as="header" gap={1} className={styles.head}>
        <h2 id={id}>{title}</h2>
        {actions}
        <IconButton label={t.close} icon={<X />} onClick={onClose} />
      </Row>
      {/* Keyboards must reach what scrolls. */}
      <Stack gap={4} className={styles.body} tabIndex={0}>
        {children}
      </Stack>
      {foot && <div className={styles.foot}>{foot}</div>}
    </section>
  );
}
