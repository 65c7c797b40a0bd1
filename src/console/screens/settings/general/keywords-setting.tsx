import { Plus } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useState } from "react";
import { FormField } from "#console/data/form/fields";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Input } from "#console/ui/field";
import { Row } from "#console/ui/stack";
import { texts } from "../texts";
import styles from "./general.module.css";
import type { Setting } from "./group";

/** The box to type and add a word. */
function NewKeyword({
  label,
  onAdd,
  ...control
}: Omit<ComponentProps<typeof Input>, "value"> & {
  label: string;
  onAdd: (keyword: string) => void;
}) {
  const t = useTexts(texts);
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim()) onAdd(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <Row gap={2} align="stretch" className={styles.add}>
      <Input
        {...control}
        value={text}
        placeholder={t.addKeyword}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onChange={({ target }) => setText(target.value)}
      />
      <IconButton label={t.addTo(label)} kind="plain" icon={<Plus />} onClick={add} />
    </Row>
  );
}

/** Words that can be added and taken away one by one. */
export function KeywordsSetting({
  form,
  disabled,
  name,
  label,
  hint,
}: Setting & {
  name: "opt_out_keywords" | "opt_in_keywords";
  label: string;
  hint: string;
}) {
  const t = useTexts(texts);
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      {(control, keywords, change) => (
        <>
          <Row gap={1} wraps>
            {keywords.map((keyword, index) => (
              <Badge
                key={`${keyword} ${index}`}
                removeLabel={t.removeKeyword(keyword)}
                onRemove={disabled ? undefined : () => change(keywords.toSpliced(index, 1))}
              >
                {keyword}
              </Badge>
            ))}
          </Row>
          {!disabled && (
            <NewKeyword
              {...control}
              label={label}
              onAdd={(keyword) => change([...keywords, keyword])}
            />
          )}
        </>
      )}
    </FormField>
  );
}
