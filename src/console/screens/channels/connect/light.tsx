import type { Channel } from "../../../../client/index";
import { useTexts } from "../../../texts/catalogue";
import { useFormat } from "../../../texts/format";
import { classes } from "../../../ui/classes";
import { useLastHeard } from "../channel-query";
import styles from "./setup.module.css";
import { texts } from "./texts";

/** A light that turns green once a message has come through the channel. */
export function Light({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const format = useFormat();
  const { data: heardAt } = useLastHeard(channel);
  const isGateway = channel.provider === "webhook";
  if (heardAt === undefined) return null;
  const [heard, waiting, waitingAbout] = isGateway
    ? [t.gatewayHeard, t.gatewayWaiting, t.gatewayWaitingAbout]
    : [t.heard, t.waiting, t.waitingAbout];
  return (
    <div className={classes(styles.light, heardAt && styles.isHeard)} role="status">
      <span className={styles.lamp} aria-hidden="true" />
      <div>
        <strong>{heardAt ? heard : waiting}</strong>
        <p className={styles.soft}>
          {heardAt ? t.heardAt(format.relative(heardAt)) : waitingAbout}
        </p>
      </div>
    </div>
  );
}
