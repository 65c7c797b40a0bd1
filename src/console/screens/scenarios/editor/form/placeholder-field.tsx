import { Braces } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { placeholderAt, Suggestions, useCompletion } from "#console/ui/completion";
import { Field, Input, TextArea } from "#console/ui/field";
import { Menu, MenuGroup, MenuItem } from "#console/ui/menu";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";
import { usePlaceholders } from "./variables";

const SHOWN = 10;

type Placeholders = ReturnType<typeof usePlaceholders>;

const fitting = ({ ofLead, ofBooking, ofTrigger, variables }: Placeholders, wanted: string) =>
  [...ofLead, ...variables, ...ofBooking, ...ofTrigger]
    .filter((name) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
    .slice(0, SHOWN)
    .map((name) => ({ id: name, title: name, insert: `{{${name}}}` }));

/** All placeholders, to be inserted. */
function PlaceholderMenu({
  placeholders: { ofLead, ofBooking, ofTrigger, variables },
  onInsert,
}: {
  placeholders: Placeholders;
  onInsert: (text: string) => void;
}) {
  const t = useTexts(fieldTexts);
  const items = (names: readonly string[]) =>
    names.map((name) => (
      <MenuItem key={name} onSelect={() => onInsert(`{{${name}}}`)}>
        <code>{name}</code>
      </MenuItem>
    ));
  return (
    <Menu
      trigger={<IconButton size="small" label={t.placeholder} icon={<Braces />} />}
      align="end"
      finalFocus={() => false}
    >
      <MenuGroup label={t.leadPlaceholders}>{items(ofLead)}</MenuGroup>
      {variables.length > 0 && <MenuGroup label={t.labels.variables}>{items(variables)}</MenuGroup>}
      {ofBooking.length > 0 && <MenuGroup label={t.ofBooking}>{items(ofBooking)}</MenuGroup>}
      {ofTrigger.length > 0 && <MenuGroup label={t.ofStart}>{items(ofTrigger)}</MenuGroup>}
    </Menu>
  );
}

/** A text with placeholders. They are offered where `{{` is typed, and by a button. */
export function PlaceholderField({
  label,
  hint,
  errors,
  rows,
  placeholder,
  spellCheck,
  value,
  onChange,
  tools,
  children,
}: {
  label: string;
  hint?: ReactNode;
  errors: readonly string[];
  /** Of a text with several lines. */
  rows?: number;
  placeholder?: string | undefined;
  spellCheck?: boolean;
  value: string;
  onChange: (text: string) => void;
  /** More to insert, beside the label. */
  tools?: (insert: (text: string) => void) => ReactNode;
  /** Stands below the text. */
  children?: (insert: (text: string) => void) => ReactNode;
}) {
  const t = useTexts(fieldTexts);
  const ref = useRef<(HTMLTextAreaElement & HTMLInputElement) | null>(null);
  const [hasFocus, setFocus] = useState(false);
  const placeholders = usePlaceholders();
  const { trigger, complete, insert, onType } = useCompletion({
    ref,
    text: value,
    onText: onChange,
    find: hasFocus ? placeholderAt : () => null,
  });
  const { list, control, onKey } = complete(trigger ? fitting(placeholders, trigger.wanted) : []);
  const Control = rows === undefined ? Input : TextArea;
  return (
    <div className={styles.textControl}>
      <Field label={label} hint={hint} errors={errors}>
        {(described) => (
          <div className={styles.completed}>
            <Control
              {...described}
              {...control}
              ref={ref}
              rows={rows}
              dir="auto"
              autoComplete="off"
              placeholder={placeholder}
              spellCheck={spellCheck}
              value={value}
              onChange={({ target }: { target: { value: string } }) => onType(target.value)}
              onKeyDown={onKey}
              onFocus={() => setFocus(true)}
              onBlur={() => setFocus(false)}
            />
            {list.items.length > 0 && (
              <div className={styles.suggestions}>
                <Suggestions {...list} label={t.suggestions} />
              </div>
            )}
          </div>
        )}
      </Field>
      <div className={styles.textTools}>
        <PlaceholderMenu placeholders={placeholders} onInsert={insert} />
        {tools?.(insert)}
      </div>
      {children?.(insert)}
    </div>
  );
}
