import { useState } from "react";
import type { SourceDelivery } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field, TextArea } from "#console/ui/field";
import { Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { texts } from "./texts";
import type { Body } from "./use-preview";

/** Chooses the body that is shown, of those that have come. */
export function ExamplePicker({
  deliveries,
  chosen,
  onChoose,
}: {
  deliveries: readonly SourceDelivery[];
  chosen: number;
  onChoose: (id: number) => void;
}) {
  const t = useTexts(texts);
  const { sourceFacts, sourceResults } = useTexts(nameTexts);
  const format = useFormat();
  const nameOf = ({ received_at, fact, status }: SourceDelivery) =>
    [format.dateTime(received_at), fact && sourceFacts[fact], sourceResults[status]]
      .filter(Boolean)
      .join(" · ");
  return (
    <Field label={t.shown}>
      {(control) => (
        <ChoiceSelect
          {...control}
          options={deliveries.map((one) => [one.id, nameOf(one)] as const)}
          value={chosen}
          onChange={(id) => id !== null && onChoose(id)}
        />
      )}
    </Field>
  );
}

/** Takes an example of what is to come, as long as nothing has come. */
export function PastedExample({ onPaste }: { onPaste: (body: Body) => void }) {
  const t = useTexts(texts);
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  function show() {
    try {
      const body: unknown = JSON.parse(text);
      if (typeof body !== "object" || body === null) throw new Error("no object");
      onPaste(body as Body);
    } catch {
      setWrong(true);
    }
  }
  return (
    <details>
      <summary>{t.paste}</summary>
      <Stack gap={3}>
        <Soft size="small">{t.pasteAbout}</Soft>
        <Field label={t.example} errors={isWrong ? [t.notJson] : undefined}>
          {(control) => (
            <TextArea
              {...control}
              rows={8}
              dir="ltr"
              spellCheck={false}
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setWrong(false);
              }}
            />
          )}
        </Field>
        <div>
          <Button onClick={show}>{t.showExample}</Button>
        </div>
      </Stack>
    </details>
  );
}
