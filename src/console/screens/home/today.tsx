import type { StatsInterval } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Sparkline } from "#console/ui/sparkline";
import { Clip, Soft } from "#console/ui/text";
import { FIGURES, type Figure } from "./figures";
import styles from "./home.module.css";
import { Place } from "./place";
import { texts } from "./texts";

const TILES: { figure: Figure; to: string; search?: Record<string, number>; color: string }[] = [
  { figure: "received", to: "/inbox", color: "var(--accent)" },
  { figure: "sent", to: "/inbox", color: "var(--blue)" },
  { figure: "clicks", to: "/links", color: "var(--purple)" },
  { figure: "failed", to: "/inbox", color: "var(--red)" },
  { figure: "optOuts", to: "/leads", search: { is_optout: 1 }, color: "var(--amber)" },
];
const SHOWN_DAYS = 14;

/** The figures of today, each with the way to where one acts on it. */
export function Today({ days }: { days: readonly StatsInterval[] }) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <section aria-label={t.today} className={styles.tiles}>
      {TILES.map(({ figure, to, search, color }) => {
        const values = days.slice(-SHOWN_DAYS).map(FIGURES[figure]);
        return (
          <Place key={figure} to={to} {...(search && { search })} className={styles.tile}>
            <Clip className={styles.name}>{t.figures[figure]}</Clip>
            <span className={styles.number}>{format.number(values.at(-1) ?? 0)}</span>
            <Soft as="span" size="medium">
              {t.yesterday(format.number(values.at(-2) ?? 0))}
            </Soft>
            <Sparkline values={values} color={color} />
          </Place>
        );
      })}
    </section>
  );
}
