import { Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { FormField } from "#console/data/form/fields";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Input } from "#console/ui/field";
import { texts } from "../texts";
import styles from "./general.module.css";
import type { Setting } from "./group";

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
  const [text, setText] = useState("");
  const keywords = form.values[name];
  const change = (changed: string[]) => form.set({ [name]: changed });
  const add = () => {
    const keyword = text.trim();
    if (keyword) change([...keywords, keyword]);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <FormField form={form} name={name} label={label} hint={hint}>
      {(control) => (
        <>
          <div className={styles.keywords}>
            {keywords.map((keyword, index) => (
              <Badge
                key={`${keyword} ${index}`}
                removeLabel={t.removeKeyword(keyword)}
                onRemove={
                  disabled
                    ? undefined
                    : () => change(keywords.filter((_, other) => other !== index))
                }
              >
                {keyword}
              </Badge>
            ))}
          </div>
          {!disabled && (
            <div className={styles.add}>
              <Input
                {...control}
                value={text}
                placeholder={t.addKeyword}
                autoComplete="off"
                onKeyDown={onKeyDown}
                onChange={({ target }) => setText(target.value)}
              />
              <IconButton label={t.addTo(label)} kind="plain" icon={<Plus />} onClick={add} />
            </div>
          )}
        </>
      )}
    </FormField>
  );
}
