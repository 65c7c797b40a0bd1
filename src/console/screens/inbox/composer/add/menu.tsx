import { platformLimits } from "virtual:platforms";
import {
  ClipboardList,
  Contact,
  GalleryHorizontal,
  List,
  LocateFixed,
  type LucideIcon,
  MapPin,
  Plus,
  Reply,
  SquareMousePointer,
} from "lucide-react";
import { type ComponentType, type LazyExoticComponent, Suspense, useState } from "react";
import { useTexts } from "#console/texts/catalogue";
import { IconButton } from "#console/ui/button";
import { lazily } from "#console/ui/lazily";
import { Menu, MenuItem } from "#console/ui/menu";
import { texts } from "../texts";
import { ADDED_TYPES, type AddedType } from "./added-types";
import type { AddProps } from "./message-form";

type Way = { icon: LucideIcon; Dialog: LazyExoticComponent<ComponentType<AddProps>> };

/** The messages that have a dialog of their own. */
const WAYS = {
  buttons: { icon: Reply, Dialog: lazily(() => import("./buttons")) },
  list: { icon: List, Dialog: lazily(() => import("./list")) },
  link_button: { icon: SquareMousePointer, Dialog: lazily(() => import("./link-buttons")) },
  cards: { icon: GalleryHorizontal, Dialog: lazily(() => import("./cards")) },
  flow: { icon: ClipboardList, Dialog: lazily(() => import("./flow")) },
  request_location: { icon: LocateFixed, Dialog: lazily(() => import("./ask-place")) },
  location: { icon: MapPin, Dialog: lazily(() => import("./location")) },
  contacts: { icon: Contact, Dialog: lazily(() => import("./contact")) },
} satisfies Record<AddedType, Way>;

/** The messages that are more than a text, by what the platform takes. */
export function AddMenu(props: Omit<AddProps, "onClose">) {
  const t = useTexts(texts).add;
  const [chosen, setChosen] = useState<AddedType | null>(null);
  const Chosen = chosen && WAYS[chosen].Dialog;
  const { sends } = platformLimits[props.conversation.platform];
  return (
    <>
      <Menu
        side="top"
        align="start"
        trigger={<IconButton label={t.menu} size="small" icon={<Plus />} />}
      >
        {ADDED_TYPES.filter((one) => sends.some((sent) => sent === one)).map((name) => {
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
