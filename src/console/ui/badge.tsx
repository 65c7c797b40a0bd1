import { type LucideIcon, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import styles from "./badge.module.css";
import { classes } from "./classes";
import tones from "./tones.module.css";

export type Tone = "plain" | "accent" | "blue" | "amber" | "red" | "green" | "purple";

export const Badge = ({
  tone = "plain",
  icon,
  children,
  onRemove,
  removeLabel,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  /** Shows a cross. */
  onRemove?: (() => void) | undefined;
  /** The name of the cross for screen readers. */
  removeLabel?: string;
}) => (
  <span className={classes(styles.badge, tones[tone])}>
    {icon}
    <span className={styles.text}>{children}</span>
    {onRemove && (
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <X />
      </button>
    )}
  </span>
);

export const Dot = ({ color }: { color: string }) => (
  <span className={styles.dot} style={{ color }} aria-hidden="true" />
);

/** An icon on a ground of its tone. What it means stands beside it. */
export const Sign = ({
  Icon,
  tone,
  size,
  iconSize,
  radius = "var(--radius-2)",
}: {
  Icon: LucideIcon;
  /** The tone of the text around it, unless set. */
  tone?: Tone;
  size: string;
  iconSize: string;
  radius?: string;
}) => (
  <span
    className={classes(styles.sign, tone && tones[tone])}
    style={{ width: size, height: size, borderRadius: radius }}
  >
    <Icon size={iconSize} />
  </span>
);

const TONES = ["accent", "blue", "amber", "red", "green", "purple"] as const;

/** The same for the same name, so that people are recognised. */
const toneOf = (name: string) => {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9_973;
  return TONES[sum % TONES.length] ?? "accent";
};

const segmenter = new Intl.Segmenter();
/** The first letter, without what stands before it, such as the plus of a phone number. */
const firstOf = (word: string) => {
  const spoken = word.replace(/^[^\p{L}\p{N}\p{Emoji}]+/u, "");
  return [...segmenter.segment(spoken)][0]?.segment ?? "";
};

const initialsOf = (name: string) => {
  const words = name.split(/\s+/).filter(Boolean);
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const [first, ...others] = spoken.length > 0 ? spoken : words;
  return (firstOf(first ?? "?") + firstOf(others.at(-1) ?? "")).toUpperCase();
};

/** A person's initials. The name stands beside it, so screen readers pass it over. */
export const Avatar = ({ name, size }: { name: string; size?: string }) => (
  <span
    className={classes(styles.avatar, tones[toneOf(name)])}
    style={size ? ({ "--avatar": size } as CSSProperties) : undefined}
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
);
