import { Copy, Ellipsis, Pause, Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { ApiError, copyScenario, deleteScenario, type Scenario } from "#client";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { ConfirmDialog } from "#console/ui/dialog";
import { Menu, MenuItem, MenuLine } from "#console/ui/menu";
import { toast } from "#console/ui/toasts";
import { useSwitchToast } from "../full";
import { switchScenario, useListAgain } from "./row-data";
import { texts } from "./texts";

/** The actions on a scenario of the list; none without the ability. */
export function RowMenu({ scenario }: { scenario: Scenario }) {
  const t = useTexts(texts);
  const client = useClient();
  const mayWrite = useMay("scenarios:write");
  const toastProblem = useSwitchToast(t);
  const again = useListAgain();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, is_active: isActive } = scenario;
  const path = { scenario: id };
  if (!mayWrite) return null;

  const act = async (action: () => Promise<string>) => {
    try {
      toast(await action());
      await again();
    } catch (error) {
      const isOutdated = error instanceof ApiError && error.status === 412;
      if (isOutdated) toast(t.changedMeanwhile);
      else toastProblem(error);
    }
  };
  const toggle = () =>
    act(async () => {
      await switchScenario(client, id, !isActive);
      return isActive ? t.pausedNow(name) : t.activated(name);
    });
  const copy = () =>
    act(async () => t.copied((await copyScenario({ client, path, body: {} })).data.name));
  const remove = async () => {
    await deleteScenario({ client, path });
    toast(t.deleted(name));
    await again();
  };

  return (
    <>
      <Menu trigger={<IconButton label={t.menu(name)} icon={<Ellipsis />} />}>
        <MenuItem icon={isActive ? <Pause /> : <Play />} onSelect={() => void toggle()}>
          {isActive ? t.pause : t.activate}
        </MenuItem>
        <MenuItem icon={<Copy />} onSelect={() => void copy()}>
          {t.copyIt}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setDeleting(true)}>
          {t.deleteAction}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t.deleteTitle(name)}
        about={t.deleteAbout}
        action={t.deleteAction}
        onConfirm={remove}
      />
    </>
  );
}
