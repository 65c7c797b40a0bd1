import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Checkbox } from "#console/ui/field";
import { Note } from "#console/ui/states";
import { columnTexts } from "./column-texts";
import styles from "./columns.module.css";

/** Asks what the columns are that may say who has unsubscribed. The file is checked after that. */
export function Consent({
  columns,
  isIgnored,
  isWanted,
  onIgnore,
}: {
  columns: string[];
  isIgnored: boolean;
  /** Somebody has tried to go on without an answer. */
  isWanted: boolean;
  onIgnore: (isIgnored: boolean) => void;
}) {
  const t = useTexts(columnTexts);
  const format = useFormat();
  return (
    <Note tone="amber">
      <p>{t.consent(format.list(columns), columns.length === 1)}</p>
      <div className={styles.consent}>
        <Checkbox checked={isIgnored} onChange={({ target }) => onIgnore(target.checked)}>
          {t.ignoreConsent(columns.length === 1)}
        </Checkbox>
      </div>
      {isWanted && !isIgnored && <p role="alert">{t.consentWanted}</p>}
    </Note>
  );
}
