import { Copy, type LucideIcon, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Sign, type Tone } from "#console/ui/badge";
import { Button, IconButton } from "#console/ui/button";
import { Row } from "#console/ui/stack";
import type { Actions } from "./actions";
import styles from "./inspector.module.css";
import { texts } from "./texts";

export type Opened = {
  actions: Actions;
  mayEdit: boolean;
  /** True if its heading takes the focus. */
  isFocusWanted: boolean;
  onFocused: () => void;
  onClose: () => void;
};

/** The frame around the settings of a node or a trigger, with what can be done with all of it. */
export function InspectorFrame({
  id,
  Icon,
  tone,
  title,
  about,
  actions,
  mayEdit,
  isFocusWanted,
  onFocused,
  onClose,
  children,
}: Opened & {
  /** Among those of the nodes. */
  id: string;
  Icon: LucideIcon;
  tone: Tone;
  title: string;
  about: string;
  children: ReactNode;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFocusWanted) return;
    heading.current?.focus();
    onFocused();
  }, [isFocusWanted, onFocused]);
  return (
    <section
      className={styles.inspector}
      aria-label={t.settings}
      onKeyDown={({ key, defaultPrevented, nativeEvent }) => {
        if (key === "Escape" && !defaultPrevented && !nativeEvent.isComposing) onClose();
      }}
    >
      <Row as="header" gap={3} className={styles.head}>
        <Sign Icon={Icon} tone={tone} size="1.625rem" iconSize="0.9375rem" radius="7px" />
        <div className={styles.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>{about}</p>
        </div>
        <IconButton size="small" label={t.close} icon={<X />} onClick={onClose} />
      </Row>
      <fieldset className={styles.body} disabled={!mayEdit}>
        <legend className="visually-hidden">{title}</legend>
        {children}
      </fieldset>
      {mayEdit && (
        <Row as="footer" gap={2} align="stretch" justify="between" className={styles.foot}>
          <Button size="small" icon={<Copy />} onClick={() => actions.duplicate([id])}>
            {t.duplicate}
          </Button>
          <Button size="small" kind="quiet" icon={<Trash2 />} onClick={() => actions.remove([id])}>
            {g.delete}
          </Button>
        </Row>
      )}
    </section>
  );
}
