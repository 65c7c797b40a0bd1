import { Braces, Link2 } from "lucide-react";
import { useRef } from "react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Field, TextArea } from "#console/ui/field";
import { Menu, MenuGroup, MenuItem } from "#console/ui/menu";
import { useNames } from "../names";
import { useForm, useProblems } from "./context";
import type { ControlProps } from "./control";
import styles from "./form.module.css";
import { useLabels } from "./labels";
import { fieldTexts } from "./texts";
import { variablesIn } from "./variables";

const PLACEHOLDERS = ["first_name", "last_name", "full_name", "email", "phone", "preferences_url"];

/** A text that a lead gets: placeholders and short links are inserted where the caret is. */
export function TextControl({ name, path, value = "", onChange }: ControlProps<string>) {
  const t = useTexts(fieldTexts);
  const { label } = useLabels(name);
  const { links } = useNames();
  const { nodes } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const { selectionStart: from, selectionEnd: to } = area.current ?? {
      selectionStart: value.length,
      selectionEnd: value.length,
    };
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  return (
    <div className={styles.textControl}>
      <Field label={label} errors={useProblems(path)}>
        {(control) => (
          <TextArea
            {...control}
            ref={area}
            rows={5}
            dir="auto"
            value={value}
            onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
          />
        )}
      </Field>
      <div className={styles.textTools}>
        <Menu
          trigger={<IconButton size="small" label={t.placeholder} icon={<Braces />} />}
          align="end"
        >
          <MenuGroup label={t.leadPlaceholders}>
            {[...PLACEHOLDERS, ...variablesIn(nodes)].map((placeholder) => (
              <MenuItem key={placeholder} onSelect={() => insert(`{{${placeholder}}}`)}>
                <code>{placeholder}</code>
              </MenuItem>
            ))}
          </MenuGroup>
        </Menu>
        <Menu
          trigger={<IconButton size="small" label={t.shortLink} icon={<Link2 />} />}
          align="end"
        >
          <MenuGroup label={t.links}>
            {links.map((link) => (
              <MenuItem key={link.id} onSelect={() => insert(link.template_variable_url)}>
                {link.label ?? link.slug}
              </MenuItem>
            ))}
            {links.length === 0 && (
              <MenuItem isDisabled onSelect={() => undefined}>
                {t.noLinks}
              </MenuItem>
            )}
          </MenuGroup>
        </Menu>
      </div>
    </div>
  );
}
