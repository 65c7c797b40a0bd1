import { useState } from "react";
import { listSuppressions, type Suppression } from "#client";
import { TextField } from "#console/data/form/fields";
import { Form } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Note } from "#console/ui/states";
import { contactOf } from "./contact-of";
import styles from "./privacy.module.css";
import { suppressionTexts } from "./suppression-texts";

/** Asks whether an address is suppressed, which a list of hashes doesn't show. */
export function CheckSuppression() {
  const t = useTexts(suppressionTexts);
  const format = useFormat();
  const [answer, setAnswer] = useState<{ address: string; found: Suppression | undefined }>();
  const form = useForm({ address: "" }, (client, { address }) =>
    listSuppressions({ client, query: contactOf(address.trim()) }),
  );
  const [fault = "phone"] = Object.keys(form.errors);
  const check = () => {
    setAnswer(undefined);
    if (!form.values.address.trim()) return;
    return form.run({
      onDone: ({ data }, { address }) => setAnswer({ address: address.trim(), found: data[0] }),
    });
  };
  return (
    <Card>
      <Form form={form} className={styles.find} onSubmit={check}>
        <TextField
          form={form}
          name="address"
          at={fault}
          label={t.check}
          hint={t.checkHint}
          spellCheck={false}
        />
        <Button type="submit" isBusy={form.isBusy}>
          {t.checkAction}
        </Button>
      </Form>
      {answer && (
        <div className={styles.answer} role="status">
          <Note tone={answer.found ? "amber" : "green"}>
            {answer.found
              ? t.isOn(answer.address, format.date(answer.found.at), answer.found.scope === "all")
              : t.isNotOn(answer.address)}
          </Note>
        </div>
      )}
    </Card>
  );
}
