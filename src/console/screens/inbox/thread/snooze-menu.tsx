import { MoonStar } from "lucide-react";
import { useState } from "react";
import type { Conversation } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { Menu, MenuGroup, MenuItem, MenuLine } from "#console/ui/menu";
import { useConversationActions } from "./actions";
import { SnoozeDialog } from "./snooze-dialog";
import { snoozeTimes } from "./snooze-times";
import { texts } from "./texts";

/** Puts a conversation away until a time, of some that are offered or of one's own. */
export function SnoozeMenu({ conversation }: { conversation: Conversation }) {
  const t = useTexts(texts);
  /** Another conversation may come below the dialog, such as by going back. */
  const [choosingFor, setChoosingFor] = useState<number | null>(null);
  const { snooze, reopen } = useConversationActions();
  const times = snoozeTimes();
  return (
    <>
      <Menu trigger={<IconButton label={t.snooze} size="small" icon={<MoonStar />} />}>
        <MenuGroup label={t.snoozeUntil}>
          {(["later", "tomorrow", "monday", "week"] as const).map((name) => (
            <MenuItem key={name} onSelect={() => void snooze(conversation, times[name])}>
              {t.snoozes[name]}
            </MenuItem>
          ))}
          <MenuItem onSelect={() => setChoosingFor(conversation.id)}>{t.snoozes.custom}</MenuItem>
          {conversation.state === "snoozed" && (
            <>
              <MenuLine />
              <MenuItem onSelect={() => void reopen(conversation)}>{t.unsnooze}</MenuItem>
            </>
          )}
        </MenuGroup>
      </Menu>
      {choosingFor === conversation.id && (
        <SnoozeDialog conversation={conversation} onClose={() => setChoosingFor(null)} />
      )}
    </>
  );
}
