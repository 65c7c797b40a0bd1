import { Link2 } from "lucide-react";
import { useState } from "react";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#console/ui/menu";
import { useNames } from "../names";
import { useProblems } from "./context";
import type { ControlProps } from "./control";
import { NewLink } from "./create";
import { useLabels } from "./labels";
import { PlaceholderField } from "./placeholder-field";
import { fieldTexts } from "./texts";

type Insert = (text: string) => void;

/** The short links, to be inserted. */
function LinkMenu({ onInsert, onCreate }: { onInsert: Insert; onCreate: () => void }) {
  const t = useTexts(fieldTexts);
  const { links } = useNames();
  const mayCreate = useMay("short-links:write");
  return (
    <Menu
      trigger={<IconButton size="small" label={t.shortLink} icon={<Link2 />} />}
      align="end"
      finalFocus={() => false}
    >
      <MenuGroup label={t.links}>
        {links.map((link) => (
          <MenuItem key={link.id} onSelect={() => onInsert(link.template_variable_url)}>
            {link.label ?? link.slug}
          </MenuItem>
        ))}
        {links.length === 0 && (
          <MenuItem isDisabled onSelect={() => undefined}>
            {t.noLinks}
          </MenuItem>
        )}
      </MenuGroup>
      {mayCreate && (
        <>
          <MenuLine />
          <MenuItem onSelect={onCreate}>{t.newLink}</MenuItem>
        </>
      )}
    </Menu>
  );
}

/** A text that a lead gets: placeholders and short links are inserted where the caret is. */
export function TextControl({ name, path, value = "", onChange }: ControlProps<string>) {
  const { label } = useLabels(name);
  const errors = useProblems(path);
  const [isCreating, setCreating] = useState(false);
  return (
    <PlaceholderField
      label={label}
      errors={errors}
      rows={5}
      value={value}
      onChange={(text) => onChange(text === "" ? undefined : text)}
      tools={(insert) => <LinkMenu onInsert={insert} onCreate={() => setCreating(true)} />}
    >
      {(insert) =>
        isCreating && (
          <NewLink
            onCreated={({ template_variable_url: url }) => insert(url)}
            onClose={() => setCreating(false)}
          />
        )
      }
    </PlaceholderField>
  );
}
