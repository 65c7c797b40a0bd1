import { Menu as Base } from "@base-ui/react/menu";
import { Popover as BasePopover } from "@base-ui/react/popover";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes";
import styles from "./menu.module.css";

type Align = "start" | "center" | "end";

/** A menu of actions. `trigger` is the element that opens it, such as a `Button`. */
export const Menu = ({
  trigger,
  align = "end",
  side = "bottom",
  finalFocus,
  defaultOpen,
  children,
}: {
  trigger: ReactElement;
  align?: Align;
  side?: "top" | "bottom" | "right";
  /** Tells if the focus goes to the trigger once it is closed, or back to its last owner. */
  finalFocus?: () => boolean;
  /** Opens it with its first rendering. */
  defaultOpen?: boolean;
  children: ReactNode;
}) => (
  <Base.Root modal={false} defaultOpen={defaultOpen}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align={align} side={side} sideOffset={6} className={styles.positioner}>
        <Base.Popup className={styles.popup} finalFocus={finalFocus}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

export const MenuItem = ({
  icon,
  isDanger = false,
  isDisabled = false,
  isChosen,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
  /** Shows a mark; for menus of which one item is chosen. */
  isChosen?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) => (
  <Base.Item
    className={classes(styles.item, isDanger && styles.danger)}
    disabled={isDisabled}
    onClick={onSelect}
  >
    {icon}
    {children}
    {isChosen && <Check className={styles.mark} />}
  </Base.Item>
);

export const MenuLine = () => <div className={styles.line} role="presentation" />;

export const MenuGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <Base.Group>
    <Base.GroupLabel className={styles.group}>{label}</Base.GroupLabel>
    {children}
  </Base.Group>
);

/** A panel that opens beside `trigger`, for anything but a menu. */
export const Popover = ({
  trigger,
  label,
  align = "start",
  isOpen,
  onOpenChange,
  children,
}: {
  trigger: ReactElement;
  /** The name of the panel for screen readers. */
  label: string;
  align?: Align;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}) => (
  <BasePopover.Root open={isOpen} onOpenChange={onOpenChange}>
    <BasePopover.Trigger render={trigger} />
    <BasePopover.Portal>
      <BasePopover.Positioner align={align} sideOffset={6} className={styles.positioner}>
        <BasePopover.Popup className={classes(styles.popup, styles.panel)} aria-label={label}>
          {children}
        </BasePopover.Popup>
      </BasePopover.Positioner>
    </BasePopover.Portal>
  </BasePopover.Root>
);
