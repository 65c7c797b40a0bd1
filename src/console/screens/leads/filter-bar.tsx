import { ListFilter, X } from "lucide-react";
import { useState } from "react";
import type { FieldErrors } from "#client";
import { LeadInput } from "#console/data/lead-input";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { classes } from "#console/ui/classes";
import { Menu, MenuItem, Popover } from "#console/ui/menu";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { useSearchText } from "#console/ui/use-search-text";
import styles from "./filter-bar.module.css";
import { FilterEditor } from "./filter-editor";
import {
  FIELDS,
  type FilterField,
  type FilterName,
  type Filters,
  isOffered,
  isSet,
  keysOf,
  without,
} from "./filters";
import { texts } from "./texts";
import { useFilterText } from "./use-filter-text";
import { useValues } from "./use-values";

/** The filters as chips, each with an editor; `children` stand after them. */
export function FilterBar({
  filters,
  onChange,
  errors,
  children,
}: {
  filters: Filters;
  onChange: (filters: Filters) => void;
  errors: FieldErrors;
  children?: React.ReactNode;
}) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const [open, setOpen] = useState<FilterName | null>(null);
  const shown = FIELDS.filter((field) => isSet(field, filters) || field.name === open);
  const others = FIELDS.filter((field) => isOffered(field) && !isSet(field, filters));
  return (
    <Row gap={2} wraps>
      <Menu
        align="start"
        trigger={
          <Button kind="quiet" size="small" icon={<ListFilter />}>
            {t.addFilter}
          </Button>
        }
      >
        {others.map((field) => (
          <MenuItem key={field.name} onSelect={() => setOpen(field.name)}>
            {fields[field.name]}
          </MenuItem>
        ))}
      </Menu>
      {shown.map((field) => (
        <Chip
          key={field.name}
          field={field}
          filters={filters}
          onChange={onChange}
          isOpen={field.name === open}
          onOpenChange={(isOpen) => setOpen(isOpen ? field.name : null)}
          isWrong={keysOf(field).some((key) => errors[key])}
        />
      ))}
      {children}
    </Row>
  );
}

function Chip({
  field,
  filters,
  onChange,
  isOpen,
  onOpenChange,
  isWrong,
}: {
  field: FilterField;
  filters: Filters;
  onChange: (filters: Filters) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  isWrong: boolean;
}) {
  const t = useTexts(texts);
  const { fields } = useValues();
  const textOf = useFilterText();
  const name = fields[field.name];
  const text = (
    <>
      <Soft as="span">{name}</Soft> <bdi>{textOf(field, filters)}</bdi>
    </>
  );
  return (
    <span className={classes(styles.chip, isWrong && styles.wrong)}>
      {field.kind === "import" ? (
        <span className={styles.chipText}>{text}</span>
      ) : (
        <Popover
          label={name}
          isOpen={isOpen}
          onOpenChange={onOpenChange}
          trigger={
            <button type="button" className={styles.chipText}>
              {text}
            </button>
          }
        >
          <FilterEditor
            field={field}
            filters={filters}
            onChange={onChange}
            onClose={() => onOpenChange(false)}
          />
        </Popover>
      )}
      <button
        type="button"
        className={styles.chipRemove}
        aria-label={t.removeFilter(name)}
        onClick={() => {
          onOpenChange(false);
          onChange(without(field, filters));
        }}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  );
}

/** Chips that can't be changed here, as those of a segment. */
export function FilterFacts({ filters }: { filters: Filters }) {
  const { fields } = useValues();
  const textOf = useFilterText();
  const set = FIELDS.filter((field) => isSet(field, filters));
  return (
    <>
      {filters.search !== undefined && (
        <span className={styles.fact}>
          <Soft as="span">{fields.search}</Soft> <bdi>{filters.search}</bdi>
        </span>
      )}
      {set.map((field) => (
        <span key={field.name} className={styles.fact}>
          <Soft as="span">{fields[field.name]}</Soft> <bdi>{textOf(field, filters)}</bdi>
        </span>
      ))}
    </>
  );
}

/** Searches for people, a moment after the last key. */
export function PeopleSearch({
  id,
  search,
  onChange,
}: {
  id: string;
  search: string;
  onChange: (search: string) => void;
}) {
  const [typed, setTyped] = useSearchText(search, onChange);
  return <LeadInput id={id} value={typed} onChange={({ target }) => setTyped(target.value)} />;
}
