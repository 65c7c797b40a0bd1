import type { Channel } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { classes } from "#console/ui/classes";
import { useLastInbound } from "../channel-query";
import styles from "./setup.module.css";
import { texts } from "./texts";

export const Light = ({
  isGreen,
  says,
  about,
}: {
  isGreen: boolean;
  says: string;
  about: string;
}) => (
  <div className={classes(styles.light, isGreen && styles.isGreen)} role="status">
    <span className={styles.lamp} aria-hidden="true" />
    <div>
      <strong>{says}</strong>
      <p className={styles.soft}>{about}</p>
    </div>
  </div>
);

/** A light that turns green once Meta has verified the channel's address, and says if it calls. */
export function MetaLight({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { last_webhook_at: calledAt, webhook_verified_at: verifiedAt } = channel;
  if (calledAt)
    return <Light isGreen says={t.called} about={t.calledAt(format.relative(calledAt))} />;
  if (verifiedAt)
    return <Light isGreen says={t.verified} about={t.verifiedAt(format.relative(verifiedAt))} />;
  return <Light isGreen={false} says={t.waiting} about={t.waitingAbout} />;
}

/** A light that turns green once the gateway has passed on a message. */
export function GatewayLight({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { data: lastAt } = useLastInbound(channel);
  if (lastAt === undefined) return null;
  return lastAt ? (
    <Light isGreen says={t.gatewayCalled} about={t.lastMessageAt(format.relative(lastAt))} />
  ) : (
    <Light isGreen={false} says={t.gatewayWaiting} about={t.gatewayWaitingAbout} />
  );
}
