import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Stack } from "#console/ui/stack";
import styles from "./lead.module.css";

/** Sections that were opened and closed stay so from lead to lead. */
const opened = new Map<string, boolean>();

/** A part of the panel that can be folded away. What is in it is asked for when it is open. */
export function Section({
  name,
  title,
  count,
  isOpenAtFirst = true,
  children,
}: {
  /** Remembers it. */
  name: string;
  title: string;
  count?: number | undefined;
  isOpenAtFirst?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(opened.get(name) ?? isOpenAtFirst);
  return (
    <details
      className={styles.section}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        opened.set(name, currentTarget.open);
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight />
        <h3>{title}</h3>
        {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
      </summary>
      {isOpen && (
        <Stack gap={2} className={styles.content}>
          {children}
        </Stack>
      )}
    </details>
  );
}
