import type { LucideIcon } from "lucide-react";
import type { Tone } from "./badge";
import { classes } from "./classes";
import styles from "./sign.module.css";
import tones from "./tones.module.css";

/** An icon on a ground of its tone. What it means stands beside it. */
export const Sign = ({
  Icon,
  tone,
  size,
  iconSize,
  radius = "var(--radius-2)",
}: {
  Icon: LucideIcon;
  tone: Tone;
  size: string;
  iconSize: string;
  radius?: string;
}) => (
  <span
    className={classes(styles.sign, tones[tone])}
    style={{ width: size, height: size, borderRadius: radius }}
    aria-hidden="true"
  >
    <Icon size={iconSize} />
  </span>
);
