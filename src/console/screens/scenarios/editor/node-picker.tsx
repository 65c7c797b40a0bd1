import { Menu as Base } from "@base-ui/react/menu";
import { useRef } from "react";
import styles from "#console/ui/menu.module.css";
import type { NodeType } from "./node-kinds";
import { TypeItems } from "./type-items";

/** An element, or a place on the screen, beside which something opens. */
export type Anchor = Pick<Element, "getBoundingClientRect">;

/** Offers types of nodes beside an anchor, until one is chosen. It begins with the focus. */
export function NodePicker({
  label,
  anchor,
  isOffered,
  onPick,
  onClose,
}: {
  label: string;
  anchor: Anchor;
  isOffered?: ((type: NodeType) => boolean) | undefined;
  onPick: (type: NodeType) => void;
  onClose: () => void;
}) {
  const hasPicked = useRef(false);
  return (
    <Base.Root defaultOpen modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor as Element}
          side="bottom"
          align="start"
          sideOffset={6}
          className={styles.positioner}
        >
          <Base.Popup
            className={styles.popup}
            aria-label={label}
            // The node that was chosen has the focus.
            finalFocus={() => !hasPicked.current}
          >
            <TypeItems
              isOffered={isOffered}
              onAdd={(type) => {
                hasPicked.current = true;
                onPick(type);
              }}
            />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
