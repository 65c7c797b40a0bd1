import { Fragment } from "react";
import type { BusinessHours } from "#client";
import styles from "./hours.module.css";
import { useDayNames } from "./hours-fields";
import { writtenDay } from "./written";

/** The days that have business hours, with them. A line never ends within hours. */
export function HoursLines({ hours }: { hours: BusinessHours }) {
  return useDayNames().map(([day, name]) => {
    const intervals = hours.weekly[day] ?? [];
    if (intervals.length === 0) return null;
    return (
      <div key={day}>
        {name}{" "}
        {intervals.map((one, index) => (
          <Fragment key={one.from}>
            {index > 0 && ", "}
            <span className={styles.hours}>{writtenDay([one])}</span>
          </Fragment>
        ))}
      </div>
    );
  });
}
