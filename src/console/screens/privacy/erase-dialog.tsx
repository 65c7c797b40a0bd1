import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { eraseLead, type Lead } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input } from "#console/ui/field";
import { Note, ProblemNote } from "#console/ui/states";
import { isUsable } from "../leads/contact";
import { erasureKey } from "./erasure-key";
import styles from "./privacy.module.css";
import { texts } from "./texts";

/** An address or id of a person that one can type. What can't be an address is left out. */
const wordOf = (lead: Lead) =>
  (isUsable(lead, "email") ? lead.email : null) ??
  (isUsable(lead, "phone") ? lead.phone : null) ??
  lead.ext_id ??
  String(lead.id);

const folded = (text: string) => text.replace(/\s/g, "").toLowerCase();

/** Erases a person, once their address has been typed. */
export function EraseDialog({
  lead,
  name,
  isOpen,
  onClose,
}: {
  lead: Lead;
  name: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [typed, setTyped] = useState("");
  const word = wordOf(lead);
  const isTyped = folded(typed) === folded(word);
  const close = () => {
    setTyped("");
    erase.reset();
    onClose();
  };
  const erase = useAction((client) => eraseLead({ client, path: { lead: lead.id } }), {
    onDone: ({ data }) => {
      for (const key of ["one", "bundle"])
        queries.removeQueries({ queryKey: ["leads", key, lead.id] });
      void queries.invalidateQueries({ queryKey: ["leads"] });
      setAnswer(queries, erasureKey(data.id), data);
      void queries.invalidateQueries({ queryKey: ["erasures", "list"] });
    },
    next: ({ data: { id } }) =>
      navigate({ to: "/privacy/erasures/$erasure", params: { erasure: String(id) } }),
  });
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={t.eraseTitle(name)}
      about={t.eraseAbout}
      onSubmit={() => {
        if (isTyped) void erase.run(undefined);
      }}
      foot={
        <>
          <Button onClick={close}>{g.cancel}</Button>
          <Button type="submit" kind="danger" disabled={!isTyped} isBusy={erase.isBusy}>
            {t.eraseAction}
          </Button>
        </>
      }
    >
      <ul className={styles.points}>
        {t.erasePoints.split("\n").map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {lead.is_optout && <Note>{t.staysSuppressed}</Note>}
      <Field label={t.typeToConfirm(word)}>
        {(control) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            {...control}
          />
        )}
      </Field>
      {erase.error && <ProblemNote error={erase.error} />}
    </Dialog>
  );
}
