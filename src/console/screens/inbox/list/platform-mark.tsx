import { Camera, Phone } from "lucide-react";
import type { Platform } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { classes } from "#console/ui/classes";
import styles from "./platform-mark.module.css";

/** On which platform somebody writes: a drawing of our own, not a brand's. */
export function PlatformMark({ platform }: { platform: Platform }) {
  const t = useTexts(general);
  const Icon = platform === "whatsapp" ? Phone : Camera;
  return (
    <span className={classes(styles.platform, styles[platform])} title={t.platforms[platform]}>
      <Icon aria-hidden="true" />
      <span className="visually-hidden">{t.platforms[platform]}</span>
    </span>
  );
}
