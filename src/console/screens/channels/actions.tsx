import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  CircleCheck,
  CircleStop,
  Ellipsis,
  Pencil,
  Play,
  Star,
  Stethoscope,
  Trash2,
} from "lucide-react";
import { useState } from "react";
import { type Channel, type ChannelReplacementWritable, deleteChannel } from "#client";
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
import { changeChannel, channelKey } from "./channel-query";
import { canBeChecked, useCheck } from "./check";
import { EditChannel } from "./edit";
import { texts } from "./texts";

type Open = "edit" | "stop" | "delete" | null;

/** Edits, stops, starts and deletes a channel, for those who may. */
export function ChannelActions({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const isShown = useIsShown();
  const toastProblem = useProblemToast();
  const mayWrite = useMay("channels:write");
  const [open, setOpen] = useState<Open>(null);
  const { id, name, status } = channel;
  const close = () => setOpen(null);
  const check = useCheck(channel, toastProblem);

  async function replace(changes: Partial<ChannelReplacementWritable>, done: string) {
    const { data } = await changeChannel(client, id, changes);
    setAnswer(queries, channelKey(id), data);
    void queries.invalidateQueries({ queryKey: ["channels"] });
    toast(done);
  }
  const tryTo = (changes: Partial<ChannelReplacementWritable>, done: string) =>
    replace(changes, done).catch(toastProblem);

  async function remove() {
    await deleteChannel({ client, path: { channel: id } });
    if (isShown()) await navigate({ to: "/channels" });
    queries.removeQueries({ queryKey: channelKey(id) });
    void queries.invalidateQueries({ queryKey: ["channels"] });
    toast(t.deleted(name));
  }

  if (!mayWrite) return null;
  return (
    <Row gap={2} wraps align="stretch">
      {status === "stopped" && (
        <Button
          kind="primary"
          icon={<Play />}
          onClick={() => void tryTo({ is_active: true }, t.started(name))}
        >
          {t.start}
        </Button>
      )}
      <Button icon={<Pencil />} onClick={() => setOpen("edit")}>
        {t.edit}
      </Button>
      <Menu trigger={<IconButton kind="plain" label={t.actions} icon={<Ellipsis />} />}>
        {channel.is_default ? (
          <MenuItem icon={<CircleCheck />} isDisabled onSelect={() => undefined}>
            {t.isDefault}
          </MenuItem>
        ) : (
          <MenuItem
            icon={<Star />}
            onSelect={() => void tryTo({ is_default: true }, t.madeDefault(name))}
          >
            {t.makeDefault}
          </MenuItem>
        )}
        {canBeChecked(channel) && (
          <MenuItem icon={<Stethoscope />} onSelect={() => void check.run(undefined)}>
            {t.checkNow}
          </MenuItem>
        )}
        {status === "active" && (
          <MenuItem icon={<CircleStop />} onSelect={() => setOpen("stop")}>
            {t.stop}
          </MenuItem>
        )}
        <MenuLine />
        <MenuItem icon={<Trash2 />} isDanger onSelect={() => setOpen("delete")}>
          {c.delete}
        </MenuItem>
      </Menu>
      {open === "edit" && <EditChannel channel={channel} onClose={close} />}
      <ConfirmDialog
        isOpen={open === "stop"}
        onClose={close}
        title={t.stopTitle(name)}
        about={t.stopAbout}
        action={t.stop}
        onConfirm={() => replace({ is_active: false }, t.stopped(name))}
      />
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={t.deleteTitle(name)}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={remove}
      />
    </Row>
  );
}
