import {
  Contact,
  GalleryHorizontal,
  type LucideIcon,
  MapPin,
  Plus,
  SquareMousePointer,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from "react";
import { type Addition, platformRow } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { Menu, MenuItem } from "#console/ui/menu";
import { texts } from "../texts";
import type { AddProps } from "./message-form";

type Way = { icon: LucideIcon; Dialog: LazyExoticComponent<ComponentType<AddProps>> };

/** The messages that have a dialog of their own. */
const WAYS = {
  linkButtons: { icon: SquareMousePointer, Dialog: lazily(() => import("./link-buttons")) },
  cards: { icon: GalleryHorizontal, Dialog: lazily(() => import("./cards")) },
  location: { icon: MapPin, Dialog: lazily(() => import("./location")) },
  contact: { icon: Contact, Dialog: lazily(() => import("./contact")) },
} satisfies Record<Addition, Way>;

/** The messages that are more than a text, by what the platform takes. */
export function AddMenu(props: Omit<AddProps, "onClose">) {
  const t = useTexts(texts).add;
  const [chosen, setChosen] = useState<Addition | null>(null);
  const Chosen = chosen && WAYS[chosen].Dialog;
  return (
    <>
      <Menu
        side="top"
        align="start"
        trigger={<IconButton label={t.menu} size="small" icon={<Plus />} />}
      >
        {platformRow(props.conversation.platform).additions.map((name) => {
          const { icon: Icon } = WAYS[name];
          return (
            <MenuItem key={name} icon={<Icon />} onSelect={() => setChosen(name)}>
              {t[name].title}
            </MenuItem>
          );
        })}
      </Menu>
      {Chosen && (
        <Suspense>
          <Chosen {...props} onClose={() => setChosen(null)} />
        </Suspense>
      )}
    </>
  );
}
