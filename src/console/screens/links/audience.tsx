import { Device } from "#client";
import { nameTexts } from "#console/names/texts";
import { useTexts } from "#console/texts/catalogue";
import { type Formats, useFormat } from "#console/texts/format";
import { Card } from "#console/ui/layout";
import { LoadingRows } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Bars } from "./bars";
import { linkTexts } from "./link-texts";
import { useShownStats } from "./shown-stats";

/** Tor is no region that the browser knows a name of. */
export function countryName(country: string | null, format: Formats, unknown: string) {
  if (country === null) return unknown;
  return country === "T1" ? "Tor" : format.region(country);
}

/** On which devices recipients clicked in the chosen range, and in which countries. */
export function Audience({ linkId }: { linkId: number }) {
  const t = useTexts(linkTexts);
  const names = useTexts(nameTexts);
  const format = useFormat();
  const { range, stats } = useShownStats(linkId);
  // The chart beside it says what is wrong.
  if (stats.isError && !stats.data) return null;
  const { devices = null, countries = null } = stats.data?.totals ?? {};
  const span = (
    <Soft as="span" size="medium">
      {t.spans[range]}
    </Soft>
  );
  return (
    <>
      <Card title={t.devices} actions={span}>
        {stats.isPending && <LoadingRows rows={3} />}
        {stats.data && !devices && <Soft size="medium">{t.tooMany}</Soft>}
        {devices && (
          <Bars
            rows={Object.values(Device)
              .map((device) => ({
                name: names.devices[device],
                count: devices[device],
              }))
              .sort((a, b) => b.count - a.count)}
            none={t.nobodyInRange}
          />
        )}
      </Card>
      {countries && countries.length > 0 && (
        <Card title={t.countries} actions={span}>
          <Bars
            rows={countries.map(({ country, clicks_count }) => ({
              name: countryName(country, format, t.unknownCountry),
              count: clicks_count,
            }))}
            none=""
          />
        </Card>
      )}
    </>
  );
}
