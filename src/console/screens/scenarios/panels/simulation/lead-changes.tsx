import type { SimulatedLead, Tag } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { wordFor } from "#console/texts/word-for";
import { Badge } from "#console/ui/badge";
import { Part } from "#console/ui/part";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./lead-changes.module.css";
import { texts } from "./texts";

/** The API's own name of a consent: the simulation ends by one. */
const OPTOUT = "is_optout";

const shown = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : `${value}`;

/** The members that differ, as `name: [before, after]`. */
function differences(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => name !== OPTOUT)
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

/** The changes that the run has made to the lead so far. */
export function LeadChanges({
  before,
  after,
  tags,
}: {
  before: SimulatedLead;
  after: SimulatedLead;
  tags: readonly Tag[];
}) {
  const t = useTexts(texts);
  const { stages } = useTexts(general);
  const { fields } = useTexts(nameTexts);
  const inWords = (name: string, value: unknown) =>
    (name === "pipeline_stage" && wordFor(stages, value)) || value;
  const tagName = (id: number) => tags.find((tag) => tag.id === id)?.label ?? `${id}`;
  const added = after.tag_ids.filter((id) => !before.tag_ids.includes(id));
  const removed = before.tag_ids.filter((id) => !after.tag_ids.includes(id));
  const values = [
    ...differences(before.fields, after.fields).map(({ name, ...values }) => ({
      name: wordFor(fields, name) ?? name,
      before: inWords(name, values.before),
      after: inWords(name, values.after),
    })),
    ...differences(before.variables, after.variables),
  ];
  const isSame = added.length + removed.length + values.length === 0;
  return (
    <Part title={t.changes}>
      {isSame && <Soft>{t.noChanges}</Soft>}
      <Row gap={1} wraps align="stretch" className={styles.tags}>
        {added.map((id) => (
          <Badge key={id} tone="green">
            {t.tagAdded(tagName(id))}
          </Badge>
        ))}
        {removed.map((id) => (
          <Badge key={id} tone="red">
            {t.tagRemoved(tagName(id))}
          </Badge>
        ))}
      </Row>
      {values.length > 0 && (
        <Stack as="dl" gap={1} className={styles.values}>
          {values.map((one) => (
            <div key={one.name}>
              <dt>{one.name}</dt>
              <dd>
                {one.before !== null && (
                  <>
                    <del>{shown(one.before)}</del> →{" "}
                  </>
                )}
                <ins>{one.after === null ? t.nothing : shown(one.after)}</ins>
              </dd>
            </div>
          ))}
        </Stack>
      )}
    </Part>
  );
}
