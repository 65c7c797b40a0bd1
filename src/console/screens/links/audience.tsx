import type { LinkStats } from "../../../client/index";
import { useTexts } from "../../texts/catalogue";
import { type Formats, useFormat } from "../../texts/format";
import { Card } from "../../ui/layout";
import { LoadingRows } from "../../ui/states";
import { Bars } from "./bars";
import styles from "./link.module.css";
import { linkTexts } from "./link-texts";
import { useShownStats } from "./shown-stats";

const DEVICES = ["mobile", "tablet", "desktop"] as const;

/** Tor is no region that the browser knows a name of. */
export function countryName(country: string | null, format: Formats, unknown: string) {
  if (country === null) return unknown;
  return country === "T1" ? "Tor" : format.region(country);
}

function Counts({ totals: { devices, countries } }: Pick<LinkStats, "totals">) {
  const t = useTexts(linkTexts);
  const format = useFormat();
  if (!devices || !countries) return <p className={styles.soft}>{t.tooMany}</p>;
  return (
    <div className={styles.breakdown}>
      <Bars
        rows={DEVICES.map((device) => ({ name: t.deviceNames[device], count: devices[device] }))}
        none={t.nobodyInRange}
      />
      {countries.length > 0 && (
        <>
          <h3>{t.countries}</h3>
          <Bars
            rows={countries.map(({ country, clicks_count }) => ({
              name: countryName(country, format, t.unknownCountry),
              count: clicks_count,
            }))}
            none=""
          />
        </>
      )}
    </div>
  );
}

/** On which devices and in which countries recipients clicked in the chosen range. */
export function Audience({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const { range, stats } = useShownStats(linkId);
  // The chart beside it says what is wrong.
  if (stats.isError && !stats.data) return null;
  return (
    <Card title={t.devices} actions={<span className={styles.soft}>{t.spans[range]}</span>}>
      {stats.isPending && <LoadingRows rows={4} />}
      {stats.data && <Counts totals={stats.data.totals} />}
    </Card>
  );
}
