import { Link } from "@tanstack/react-router";
import type { ShortLink } from "#client";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Sparkline } from "#console/ui/sparkline";
import { Row } from "#console/ui/stack";
import { Skeleton } from "#console/ui/states";
import { Clip } from "#console/ui/text";
import { useSeen } from "#console/ui/use-seen";
import { CopyButton } from "./copy-button";
import { Destination } from "./destination";
import { LinkActions } from "./link-actions";
import styles from "./links.module.css";
import { bareUrl, linkName, useLinkStats } from "./queries";
import { texts } from "./texts";

/** The last 30 days of a link, asked for once its row is in view. */
function Month({ id }: { id: number }) {
  const [ref, isSeen] = useSeen<HTMLDivElement>();
  const { data } = useLinkStats(id, { interval: "day", enabled: isSeen });
  return (
    <div ref={ref} className={styles.month}>
      {data ? (
        <Sparkline
          values={data.series.map(
            ({ clicks_count, base_clicks_count }) => clicks_count + base_clicks_count,
          )}
        />
      ) : (
        <Skeleton width="6rem" />
      )}
    </div>
  );
}

export function LinkRow({ link }: { link: ShortLink }) {
  const t = useTexts(texts);
  const format = useFormat();
  const mayWrite = useMay("short-links:write");
  const { id, destination_url, template_variable_url, is_active } = link;
  const [host, ...path] = bareUrl(template_variable_url).split("/");
  return (
    <tr className={is_active ? undefined : styles.isPaused}>
      <td>
        <Row gap={2} wraps>
          <Link to="/links/$link" params={{ link: String(id) }} className={styles.name}>
            {linkName(link)}
          </Link>
          {!is_active && <Badge tone="amber">{t.isPaused}</Badge>}
        </Row>
        <Row gap={1} className={styles.url}>
          <Clip lines={2} dir="ltr">
            {host}
            <wbr />/{path.join("/")}
          </Clip>
          <CopyButton url={template_variable_url} />
        </Row>
      </td>
      <td className={styles.wideOnly}>
        <Destination url={destination_url} />
      </td>
      <td className={styles.wideOnly}>
        <Month id={id} />
      </td>
      <td data-number>{format.number(link.clicks_count)}</td>
      <td data-number>{format.number(link.base_clicks_count)}</td>
      {mayWrite && (
        <td className={styles.actions}>
          <LinkActions link={link} />
        </td>
      )}
    </tr>
  );
}
