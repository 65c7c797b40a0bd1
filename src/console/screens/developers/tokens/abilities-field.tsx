import { useTexts } from "#console/texts/catalogue";
import { Segmented } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { type Ability, areas, type Levels, levelsOf } from "./abilities";
import { texts } from "./texts";
import styles from "./tokens.module.css";

/** The abilities of a token, area by area. */
export function AbilitiesField({
  held,
  value,
  onChange,
}: {
  /** The abilities of the token's maker. */
  held: readonly Ability[];
  value: Levels;
  onChange: (value: Levels) => void;
}) {
  const t = useTexts(texts);
  return (
    <ul className={styles.areas}>
      {areas
        .filter((area) => levelsOf(area, held).length > 1)
        .map((area) => (
          <Row as="li" wraps justify="between" key={area} className={styles.area}>
            <div>
              <p className={styles.areaName}>{t.areas[area]}</p>
              <Soft size="small">{t.areasAbout[area]}</Soft>
            </div>
            <Segmented
              label={t.areas[area]}
              value={value[area]}
              options={levelsOf(area, held).map((level) => [level, t.levels[level]] as const)}
              onChange={(level) => onChange({ ...value, [area]: level })}
            />
          </Row>
        ))}
    </ul>
  );
}
