import { ClipboardList, List, MapPin, Phone } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Soft } from "#console/ui/text";
import styles from "./bubble.module.css";
import { Buttons } from "./cards";
import type { Shown } from "./content";
import { texts } from "./texts";

/** The buttons below a message, and its list, which opens. */
export function Choices({
  shown,
  onTap,
  onShare,
  onPlace,
  onForm,
}: {
  shown: Shown;
  onTap: (id: string, title: string) => void;
  onShare: () => void;
  onPlace: () => void;
  onForm: () => void;
}) {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const { buttons, list, asksNumber, asksPlace, form } = shown;
  const rows = list?.sections.flatMap((section) => section.rows) ?? [];
  return (
    <>
      <Buttons buttons={buttons} onTap={onTap} />
      {asksNumber && (
        <button type="button" className={styles.choice} onClick={onShare}>
          <Phone size="0.9rem" />
          {t.shareNumber}
        </button>
      )}
      {asksPlace && (
        <button type="button" className={styles.choice} onClick={onPlace}>
          <MapPin size="0.9rem" />
          {t.sendPlace}
        </button>
      )}
      {form !== null && (
        <button type="button" className={styles.choice} onClick={onForm}>
          <ClipboardList size="0.9rem" />
          {form}
        </button>
      )}
      {list && (
        <button
          type="button"
          className={styles.choice}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <List size="0.9rem" />
          {list.button}
        </button>
      )}
      {list && isOpen && (
        <ul className={styles.rows}>
          {rows.map(({ id, title, description }) => (
            <li key={id ?? title}>
              <button
                type="button"
                className={styles.row}
                onClick={() => {
                  setOpen(false);
                  onTap(id ?? title, title);
                }}
              >
                <span>{title}</span>
                {description && (
                  <Soft as="span" size="small">
                    {description}
                  </Soft>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
