import { shareOf } from "#console/screens/scenarios/figures";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Soft } from "#console/ui/text";
import { NodeList, type NodeViewProps } from "./node-list";
import styles from "./statistics.module.css";
import { texts } from "./texts";

const STAGES = ["delivered", "read", "clicked", "replied"] as const;

/** The messages of each node by how far they have come. */
export function MessagesView({ nodes, ...given }: NodeViewProps) {
  const t = useTexts(texts);
  const format = useFormat();
  const sending = nodes.flatMap(({ node_id, messages }) => (messages ? { node_id, messages } : []));
  if (sending.length === 0) return <Soft size="medium">{t.noMessages}</Soft>;
  return (
    <NodeList nodes={sending} {...given}>
      {({ messages }) => (
        <dl className={styles.funnel}>
          <div>
            <dt>{t.columns.sent}</dt>
            <dd>{format.number(messages.sent)}</dd>
          </div>
          {STAGES.map((stage) => {
            const share = shareOf(messages[stage], messages.sent) ?? 0;
            return (
              <div key={stage}>
                <dt>{t.columns[stage]}</dt>
                <dd title={format.number(messages[stage])}>{format.percent(share)}</dd>
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${Math.min(share, 1) * 100}%` }} />
                </span>
              </div>
            );
          })}
        </dl>
      )}
    </NodeList>
  );
}
