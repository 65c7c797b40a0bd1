import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addSuppression, SuppressionKind } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, Select } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { suppressionTexts } from "./suppression-texts";

const kinds = Object.values(SuppressionKind);

/** Adds an address to those that are not written to. */
export function SuppressOne({ onClose }: { onClose: () => void }) {
  const t = useTexts(suppressionTexts);
  const g = useTexts(general);
  const queries = useQueryClient();
  const [kind, setKind] = useState<SuppressionKind>("phone");
  const [value, setValue] = useState("");
  const add = useAction((client) => addSuppression({ client, body: { [kind]: value } }), {
    onDone: () => {
      void queries.invalidateQueries({ queryKey: ["suppressions"] });
      toast(t.added);
    },
    next: onClose,
  });
  const errors = add.errors[kind] ?? Object.values(add.errors)[0];
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.addTitle}
      about={t.addAbout}
      onSubmit={() => void add.run(undefined)}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={add.isBusy}>
            {t.add}
          </Button>
        </>
      }
    >
      <Field label={t.kind}>
        {(control) => (
          <Select
            value={kind}
            onChange={({ target }) => setKind(target.value as SuppressionKind)}
            {...control}
          >
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t.kinds[one]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t.value} errors={errors}>
        {(control) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            value={value}
            onChange={({ target }) => setValue(target.value)}
            {...control}
          />
        )}
      </Field>
      {add.error && !errors && <ProblemNote error={add.error} />}
    </Dialog>
  );
}
