import type { LeadUpdatedEvent } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { Soft } from "#console/ui/text";
import styles from "./timeline.module.css";

type Changes = LeadUpdatedEvent["data"]["changes"];

const isPlain = (value: unknown) =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

const textOf = (value: unknown) => (isPlain(value) ? String(value) : null);

/** The fields that have changed, with what they were and are where that is short to say. */
export function Changes({ changes }: { changes: Changes }) {
  const { fields } = useTexts(nameTexts);
  const names: Record<string, string> = fields;
  const nameOf = (field: string) => names[field] ?? field.replace(/^variables\./, "");
  return (
    <ul className={styles.changes}>
      {Object.entries(changes).map(([field, { from, to }]) => {
        const [before, after] = [textOf(from), textOf(to)];
        return (
          <li key={field}>
            <Soft as="span">{nameOf(field)}</Soft> {before && <del>{before}</del>}{" "}
            {after && <ins>{after}</ins>}
          </li>
        );
      })}
    </ul>
  );
}
