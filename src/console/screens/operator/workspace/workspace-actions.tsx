import { useQueryClient } from "@tanstack/react-query";
import { ArrowRightLeft, Ellipsis, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { resumeWorkspace, type WorkspaceDetail } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { toast, useProblemToast } from "#console/ui/toasts";
import { useDatabases } from "../databases";
import { DeleteDialog } from "./delete-dialog";
import { EditForm } from "./edit-form";
import { MoveForm } from "./move-form";
import { SuspendForm } from "./suspend-form";
import { texts } from "./texts";
import { workspaceKey } from "./use-workspace";

/** The operator's actions on a workspace. Only a suspended one can be deleted. */
export function WorkspaceActions({ workspace }: { workspace: WorkspaceDetail }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const databases = useDatabases();
  const [asked, setAsked] = useState<"suspend" | "edit" | "move" | "delete" | null>(null);
  const close = () => setAsked(null);
  const isSuspended = workspace.suspended_at !== null;
  const resume = useAction(
    (client) => resumeWorkspace({ client, path: { workspace: workspace.id } }),
    {
      onDone(answer) {
        setAnswer(queries, workspaceKey(workspace.id), answer);
        void queries.invalidateQueries({ queryKey: ["workspaces", "list"] });
        toast(t.resumed);
      },
      onFailed: toastProblem,
    },
  );
  return (
    <>
      {isSuspended ? (
        <Button icon={<Play />} isBusy={resume.isBusy} onClick={() => void resume.run(undefined)}>
          {t.resume}
        </Button>
      ) : (
        <Button icon={<Pause />} onClick={() => setAsked("suspend")}>
          {t.suspend}
        </Button>
      )}
      <Menu trigger={<IconButton kind="plain" label={c.more} icon={<Ellipsis />} />}>
        <MenuItem icon={<Pencil />} onSelect={() => setAsked("edit")}>
          {c.edit}
        </MenuItem>
        {databases.length > 1 && (
          <MenuItem icon={<ArrowRightLeft />} onSelect={() => setAsked("move")}>
            {t.move}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem
          icon={<Trash2 />}
          isDanger
          isDisabled={!isSuspended}
          onSelect={() => setAsked("delete")}
        >
          {isSuspended ? t.delete : t.deleteSuspended}
        </MenuItem>
      </Menu>
      {asked === "suspend" && <SuspendForm workspace={workspace} onClose={close} />}
      {asked === "edit" && <EditForm workspace={workspace} onClose={close} />}
      {asked === "move" && <MoveForm workspace={workspace} onClose={close} />}
      {asked === "delete" && <DeleteDialog workspace={workspace} onClose={close} />}
    </>
  );
}
