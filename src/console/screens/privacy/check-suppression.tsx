import { useState } from "react";
import { listSuppressions, type Suppression } from "#client";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Field, Input } from "#console/ui/field";
import { Card } from "#console/ui/layout";
import { Note, ProblemNote } from "#console/ui/states";
import { contactOf } from "./contact-of";
import styles from "./privacy.module.css";
import { suppressionTexts } from "./suppression-texts";

/** Asks whether an address is suppressed, which a list of hashes doesn't show. */
export function CheckSuppression() {
  const t = useTexts(suppressionTexts);
  const format = useFormat();
  const [address, setAddress] = useState("");
  const [answer, setAnswer] = useState<{ address: string; found: Suppression | undefined }>();
  const check = useAction(
    (client, asked: string) => listSuppressions({ client, query: contactOf(asked) }),
    { onDone: ({ data }, asked) => setAnswer({ address: asked, found: data[0] }) },
  );
  const errors = check.errors.phone ?? check.errors.email;
  return (
    <Card>
      <form
        className={styles.find}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAnswer(undefined);
          if (address.trim()) void check.run(address.trim());
        }}
      >
        <Field label={t.check} hint={t.checkHint} errors={errors}>
          {(control) => (
            <Input
              autoComplete="off"
              spellCheck={false}
              value={address}
              onChange={({ target }) => setAddress(target.value)}
              {...control}
            />
          )}
        </Field>
        <Button type="submit" isBusy={check.isBusy}>
          {t.checkAction}
        </Button>
      </form>
      {answer && (
        <div className={styles.answer} role="status">
          <Note tone={answer.found ? "amber" : "green"}>
            {answer.found
              ? t.isOn(answer.address, format.date(answer.found.at))
              : t.isNotOn(answer.address)}
          </Note>
        </div>
      )}
      {check.error && !errors && <ProblemNote error={check.error} />}
    </Card>
  );
}
