import type { Platform } from "#client";
import { platformRow } from "#console/data/platforms";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { classes } from "#console/ui/classes";
import tones from "#console/ui/tones.module.css";
import styles from "./platform-mark.module.css";

/** The platform on which somebody writes. */
export function PlatformMark({ platform }: { platform: Platform }) {
  const t = useTexts(general);
  const { mark: Icon, tone } = platformRow(platform);
  return (
    <span className={classes(styles.platform, tones[tone])} title={t.platforms[platform]}>
      <Icon size="0.55rem" strokeWidth="3" />
      <span className="visually-hidden">{t.platforms[platform]}</span>
    </span>
  );
}
