// biome-ignore-all lint/a11y/useSemanticElements: a table can't scroll with some rows only.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and the active row.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid listens to keys.
import { useRouter } from "@tanstack/react-router";
import { Ban, MegaphoneOff } from "lucide-react";
import { type MouseEvent, memo } from "react";
import type { LeadListItem } from "#client";
import { leadName } from "#console/data/lead-name";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Row, Stack } from "#console/ui/stack";
import { Skeleton } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { StageBadge, TagBadges, WarmthBadge } from "./badges";
import { type Column, lastOf } from "./columns";
import { Contact } from "./contact";
import { isChoice } from "./fields";
import styles from "./table.module.css";
import { texts } from "./texts";
import { useValues } from "./use-values";

type RowProps = {
  /** Undefined while it is on its way. */
  lead: LeadListItem | undefined;
  columns: readonly Column[];
  isChosen: boolean;
  row: number;
  onChoose: ((row: number, isRange: boolean) => void) | null;
};

/** The line below a lead's name: another name of it. */
const secondOf = (lead: LeadListItem, name: string) =>
  [lead.username && `@${lead.username}`, lead.email, lead.phone].find(
    (each) => each && each !== name,
  );

function Choice({ row, lead, isChosen, onChoose }: Omit<RowProps, "columns">) {
  const t = useTexts(texts);
  const { unknownName } = useTexts(general);
  const choose = (event: MouseEvent) => {
    event.stopPropagation();
    onChoose?.(row, event.shiftKey);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to hit for the box in it.
    <span className={styles.choice} onClick={choose}>
      {lead && onChoose && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t.choose(leadName(lead, unknownName))}
          checked={isChosen}
          readOnly
        />
      )}
    </span>
  );
}

/**
 * A click opens the row, and one with a key a tab of its own. A router's link in each row would be
 * slow.
 */
function openBeside(event: MouseEvent) {
  if (event.ctrlKey || event.metaKey) event.stopPropagation();
  else event.preventDefault();
}

function Name({ lead }: { lead: LeadListItem }) {
  const { unknownName } = useTexts(general);
  const { fields } = useValues();
  const { basepath } = useRouter();
  const name = leadName(lead, unknownName);
  return (
    <>
      <Avatar name={name.replace(/^[@+]/, "")} size="var(--avatar-size)" />
      <span className={styles.names}>
        <a
          href={`${basepath}/leads/${lead.id}`}
          dir="auto"
          tabIndex={-1}
          className={styles.name}
          onClick={openBeside}
        >
          {name}
        </a>
        <Soft as="span" size="small" className={styles.second}>
          <bdi>{secondOf(lead, name)}</bdi>
        </Soft>
      </span>
      {lead.is_optout && (
        <span className={styles.optedOut} title={fields.is_optout}>
          <Ban aria-hidden="true" />
          <span className="visually-hidden">{fields.is_optout}</span>
        </span>
      )}
      {lead.is_marketing_optout && (
        <span className={styles.noMarketing} title={fields.is_marketing_optout}>
          <MegaphoneOff aria-hidden="true" />
          <span className="visually-hidden">{fields.is_marketing_optout}</span>
        </span>
      )}
    </>
  );
}

export const LeadRow = memo(function LeadRow({ row, lead, columns, isChosen, onChoose }: RowProps) {
  return (
    <>
      <span role="gridcell">
        <Choice row={row} lead={lead} isChosen={isChosen} onChoose={onChoose} />
      </span>
      <Row role="gridcell" as="span" gap={3} className={styles.nameCell}>
        {lead ? <Name lead={lead} /> : <Skeleton width="60%" />}
      </Row>
      {columns.map((column) => (
        <span role="gridcell" key={column} data-column={column}>
          {lead ? <Cell lead={lead} column={column} /> : <Skeleton width="70%" />}
        </span>
      ))}
    </>
  );
});

function Cell({ lead, column }: { lead: LeadListItem; column: Column }) {
  const format = useFormat();
  const { textOf } = useValues();
  switch (column) {
    case "pipeline_stage":
      return <StageBadge stage={lead.pipeline_stage} />;
    case "warmth":
      return <WarmthBadge warmth={lead.warmth} />;
    case "tags":
      return <TagBadges tags={lead.tags} />;
    case "last_inbound":
    case "last_outbound": {
      const at = lastOf(lead, column);
      return at && <time dateTime={at}>{format.relative(at)}</time>;
    }
    case "created":
    case "updated":
      return <time dateTime={lead[`${column}_at`]}>{format.short(lead[`${column}_at`])}</time>;
    case "phone":
    case "email":
      return <Contact lead={lead} field={column} />;
    default: {
      const value = lead[column];
      return isChoice(column) ? value && textOf(column, String(value)) : <bdi>{value}</bdi>;
    }
  }
}

/** A row on a phone. */
export const LeadCard = memo(function LeadCard({ row, lead, isChosen, onChoose }: RowProps) {
  const format = useFormat();
  const t = useTexts(texts);
  const wroteAt = lead && lastOf(lead, "last_inbound");
  return (
    <span role="gridcell" className={styles.cardCell}>
      <Choice row={row} lead={lead} isChosen={isChosen} onChoose={onChoose} />
      <Stack as="span" gap={2} className={styles.cardMain}>
        <Row as="span" gap={3} className={styles.nameCell}>
          {lead ? <Name lead={lead} /> : <Skeleton />}
        </Row>
        <Row as="span" gap={1} className={styles.cardFoot}>
          {lead && <StageBadge stage={lead.pipeline_stage} />}
          {lead && <WarmthBadge warmth={lead.warmth} />}
          {lead && <TagBadges tags={lead.tags} most={1} />}
          {lead && (
            <time className={styles.cardTime} dateTime={wroteAt ?? lead.created_at}>
              {wroteAt ? t.wrote(format.short(wroteAt)) : t.created(format.short(lead.created_at))}
            </time>
          )}
        </Row>
      </Stack>
    </span>
  );
});
