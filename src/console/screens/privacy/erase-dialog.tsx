import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { eraseLead, type Lead } from "#client";
import { setAnswer } from "#console/data/entities";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
import { Stack } from "#console/ui/stack";
import { Note } from "#console/ui/states";
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
  onClose,
}: {
  lead: Lead;
  name: string;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const word = wordOf(lead);
  const form = useForm({ typed: "" }, (client) => eraseLead({ client, path: { lead: lead.id } }));
  return (
    <FormDialog
      form={form}
      title={t.eraseTitle(name)}
      about={t.eraseAbout}
      action={t.eraseAction}
      isDanger
      isReady={folded(form.values.typed) === folded(word)}
      onClose={onClose}
      onDone={({ data }) => {
        for (const key of ["one", "bundle"])
          queries.removeQueries({ queryKey: ["leads", key, lead.id] });
        void queries.invalidateQueries({ queryKey: ["leads"] });
        setAnswer(queries, erasureKey(data.id), data);
        void queries.invalidateQueries({ queryKey: ["erasures", "list"] });
      }}
      next={({ data: { id } }) =>
        navigate({ to: "/privacy/erasures/$erasure", params: { erasure: String(id) } })
      }
    >
      <Stack as="ul" gap={2} className={styles.points}>
        {t.erasePoints.split("\n").map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Stack>
      {lead.is_optout && <Note>{t.staysSuppressed}</Note>}
      <TextField form={form} name="typed" label={t.typeToConfirm(word)} spellCheck={false} />
    </FormDialog>
  );
}
