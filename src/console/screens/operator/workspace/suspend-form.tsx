import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { suspendWorkspace, type WorkspaceDetail } from "#client";
import { setAnswer } from "#console/data/entities";
import { FormDialog } from "#console/data/form-dialog";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { Field, TextArea } from "#console/ui/field";
import { texts } from "./texts";
import { workspaceKey } from "./use-workspace";

/** Stops a workspace, for a reason that its tokens are told. */
export function SuspendForm({
  workspace,
  onClose,
}: {
  workspace: WorkspaceDetail;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [reason, setReason] = useState("");
  const { run, errors, ...state } = useAction(
    (client, body: { reason: string }) =>
      suspendWorkspace({ client, path: { workspace: workspace.id }, body }),
    {
      onDone(answer) {
        setAnswer(queries, workspaceKey(workspace.id), answer);
        void queries.invalidateQueries({ queryKey: ["workspaces", "list"] });
      },
      next: onClose,
    },
  );
  return (
    <FormDialog
      title={t.suspendTitle(workspace.name)}
      about={t.suspendAbout}
      action={t.suspend}
      isDanger
      fields={["reason"]}
      state={state}
      onClose={onClose}
      onSubmit={() => void run({ reason })}
    >
      <Field label={t.reason} hint={t.reasonHint} errors={errors.reason}>
        {(control) => (
          <TextArea
            {...control}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
