import { Ellipsis, Pause, Pencil, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ShortLink } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { toast, useProblemToast } from "#console/ui/toasts";
import { useIsShown } from "#console/ui/use-is-shown";
import { LinkDialog } from "./link-dialog";
import { linkName, useDeleteLink, useSwitch } from "./queries";
import { texts } from "./texts";

/** Edit, pause and delete, for those who may. */
export function LinkActions({ link, onDeleted }: { link: ShortLink; onDeleted?: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(general);
  const toastProblem = useProblemToast();
  const isShown = useIsShown();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  const remove = useDeleteLink();
  const switchOver = useSwitch();
  const change = () =>
    switchOver(link).then(
      ({ is_active }) => toast(is_active ? t.activated : t.paused),
      toastProblem,
    );
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t.actions(linkName(link))}
            size="small"
            icon={<Ellipsis aria-hidden="true" />}
          />
        }
      >
        <MenuItem icon={<Pencil />} onSelect={() => setOpen("edit")}>
          {t.edit}
        </MenuItem>
        <MenuItem icon={link.is_active ? <Pause /> : <Play />} onSelect={() => void change()}>
          {link.is_active ? t.pause : t.activate}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setOpen("delete")}>
          {words.delete}
        </MenuItem>
      </Menu>
      {open === "edit" && <LinkDialog link={link} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={t.deleteTitle(linkName(link))}
        about={t.deleteAbout}
        action={words.delete}
        onConfirm={async () => {
          await remove(link.id);
          toast(t.deleted);
          if (isShown()) onDeleted?.();
        }}
      />
    </>
  );
}
