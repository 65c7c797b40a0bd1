import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CirclePause, Ellipsis, KeyRound, Link2, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { deleteSource, type Source } from "#client";
import { setAnswer } from "#console/data/entities";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button, IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { Row } from "#console/ui/stack";
import { toast, useProblemToast } from "#console/ui/toasts";
import { useIsShown } from "#console/ui/use-is-shown";
import { RotateKey, RotateSecret } from "./rotate";
import { changeSource, SOURCES_KEY, shownSource, sourceKey } from "./source-query";
import { texts } from "./texts";

type Open = "key" | "secret" | "delete" | null;

/** Removes a source, and leads back to the list. */
function useRemove({ id, name }: Source) {
  const t = useTexts(texts);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  return async () => {
    await deleteSource({ client, path: { source: id } });
    if (isShown()) await navigate({ to: "/channels/sources" });
    queries.removeQueries({ queryKey: sourceKey(id) });
    void queries.invalidateQueries({ queryKey: SOURCES_KEY });
    toast(t.deleted(name));
  };
}

/** Pauses a source, or lets it go on. */
function PauseButton({ source }: { source: Source }) {
  const t = useTexts(texts);
  const client = useClient();
  const queries = useQueryClient();
  const toastProblem = useProblemToast();
  const { id, name, is_active: isActive } = source;
  async function toggle() {
    const { data } = await changeSource(client, id, { is_active: !isActive });
    setAnswer(queries, sourceKey(id), shownSource(data));
    void queries.invalidateQueries({ queryKey: SOURCES_KEY });
    toast(isActive ? t.paused(name) : t.resumed(name));
  }
  return (
    <Button
      kind={isActive ? "plain" : "primary"}
      icon={isActive ? <CirclePause /> : <Play />}
      onClick={() => void toggle().catch(toastProblem)}
    >
      {isActive ? t.pause : t.resume}
    </Button>
  );
}

/** Pauses and deletes a source, and rotates its key and its secret, for those who may. */
export function SourceActions({ source }: { source: Source }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const mayWrite = useMay("sources:write");
  const mayLeads = useMay("leads:write");
  const remove = useRemove(source);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  if (!mayWrite) return null;
  return (
    <Row gap={2} wraps align="stretch">
      {mayLeads && <PauseButton source={source} />}
      <Menu trigger={<IconButton kind="plain" label={t.actions} icon={<Ellipsis />} />}>
        <MenuItem icon={<Link2 />} onSelect={() => setOpen("key")}>
          {t.rotateKey}
        </MenuItem>
        {source.verification.scheme !== "none" && (
          <MenuItem icon={<KeyRound />} onSelect={() => setOpen("secret")}>
            {t.rotateSecret}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setOpen("delete")}>
          {c.delete}
        </MenuItem>
      </Menu>
      {open === "key" && <RotateKey source={source} onClose={close} />}
      {open === "secret" && <RotateSecret source={source} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={t.deleteTitle(source.name)}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={remove}
      />
    </Row>
  );
}
