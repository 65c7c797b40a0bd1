import { X } from "lucide-react";
import type { Source } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./mapping.module.css";
import { usePathNames } from "./path-names";
import { keysOf, pathText } from "./paths";
import { type Row, without } from "./rows";
import { useTargetName } from "./targets";
import { texts } from "./texts";

type Rows = { rows: readonly Row[]; onChange: (rows: Row[]) => void };

function OneRow({
  row,
  kind,
  blank,
  rows,
  onChange,
}: { row: Row; kind: Source["kind"]; blank: readonly string[] } & Rows) {
  const t = useTexts(texts);
  const name = useTargetName()(row.to);
  const { textOf } = usePathNames(kind);
  const { from = [], as } = row;
  const replace = (next: Row) => onChange(rows.map((one) => (one === row ? next : one)));
  return (
    <li>
      <strong>{name}</strong>
      <IconButton
        size="small"
        label={t.removeRow(name)}
        icon={<X />}
        onClick={() => onChange(rows.filter((one) => one !== row))}
      />
      <span className={styles.paths}>
        {from.map((path) => (
          <Badge
            key={pathText(path)}
            removeLabel={t.removePath(textOf(path), name)}
            onRemove={() => onChange(without(rows, path))}
          >
            <span className={blank.includes(keysOf(path).join(".")) ? styles.blank : undefined}>
              {textOf(path)}
            </span>
          </Badge>
        ))}
        {row.default != null && <Soft as="span">{t.otherwise(String(row.default))}</Soft>}
      </span>
      <ChoiceSelect
        aria-label={t.readAs(name)}
        none={t.asIs}
        options={[
          ["text", t.ways.asText],
          ["name", t.ways.asName],
          ["phone", t.ways.asPhone],
          ["email", t.ways.asEmail],
          ["number", t.ways.asNumber],
          ["date", t.ways.asDate],
          ["tags", t.ways.asTags],
        ]}
        value={as ?? null}
        onChange={(way) => replace({ ...row, as: way })}
      />
    </li>
  );
}

/** All rows of a mapping, also those whose paths this body lacks. */
export function RowList({
  kind,
  blank,
  ...edited
}: { kind: Source["kind"]; blank: readonly string[] } & Rows) {
  const t = useTexts(texts);
  return (
    <Stack gap={3}>
      {blank.length > 0 && <Soft size="small">{t.blankAbout}</Soft>}
      <ul className={styles.rows}>
        {edited.rows.map((row) => (
          <OneRow key={row.to} row={row} kind={kind} blank={blank} {...edited} />
        ))}
      </ul>
    </Stack>
  );
}
