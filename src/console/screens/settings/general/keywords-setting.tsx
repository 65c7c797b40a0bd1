import { Plus } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { IconButton } from "#console/ui/button";
import { Field, Input } from "#console/ui/field";
import { texts } from "../texts";
import styles from "./general.module.css";
import type { GroupForm } from "./group";

/** Words that can be added and taken away one by one. */
export function KeywordsSetting({
  form: { values, set, errorsOf, isReadOnly },
  name,
  label,
  hint,
}: {
  form: GroupForm;
  name: "opt_out_keywords" | "opt_in_keywords";
  label: string;
  hint: string;
}) {
  const t = useTexts(texts);
  const [text, setText] = useState("");
  const keywords = values[name];
  const add = () => {
    const keyword = text.trim();
    if (keyword) set({ [name]: [...keywords, keyword] });
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <Field label={label} hint={hint} errors={errorsOf(name)}>
      {(control) => (
        <>
          <div className={styles.keywords}>
            {keywords.map((keyword, index) => (
              <Badge
                key={`${keyword} ${index}`}
                removeLabel={t.removeKeyword(keyword)}
                onRemove={
                  isReadOnly
                    ? undefined
                    : () => set({ [name]: keywords.filter((_, other) => other !== index) })
                }
              >
                {keyword}
              </Badge>
            ))}
          </div>
          {!isReadOnly && (
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
    </Field>
  );
}
