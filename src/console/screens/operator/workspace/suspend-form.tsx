import { useQueryClient } from "@tanstack/react-query";
import { suspendWorkspace, type WorkspaceDetail } from "#client";
import { setAnswer } from "#console/data/entities";
import { AreaField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { useTexts } from "#console/texts/catalogue";
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
  const { id, name } = workspace;
  const form = useForm({ reason: "" }, (client, body) =>
    suspendWorkspace({ client, path: { workspace: id }, body }),
  );
  return (
    <FormDialog
      form={form}
      title={t.suspendTitle(name)}
      about={t.suspendAbout}
      action={t.suspend}
      isDanger
      onClose={onClose}
      onDone={(answer) => {
        setAnswer(queries, workspaceKey(id), answer);
        void queries.invalidateQueries({ queryKey: ["workspaces", "list"] });
      }}
    >
      <AreaField form={form} name="reason" label={t.reason} hint={t.reasonHint} />
    </FormDialog>
  );
}
