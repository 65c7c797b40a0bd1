import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Badge } from "#console/ui/badge";
import { Row } from "#console/ui/stack";
import { Clip, Soft } from "#console/ui/text";
import { NodeList, type NodeViewProps } from "./node-list";
import { endsAt, leavesOf, shareAt } from "./overlay";
import styles from "./statistics.module.css";
import { texts } from "./texts";

/** Each node with who came, waits, left and stopped there. */
export function NodesView({ nodes, ...given }: NodeViewProps) {
  const t = useTexts(texts);
  const format = useFormat();
  return (
    <>
      <Soft size="medium">{t.ofEntered}</Soft>
      <NodeList
        nodes={nodes}
        {...given}
        asideOf={({ entered }) => t.entered(format.number(entered))}
      >
        {(node) => {
          const ended = endsAt(node);
          return (
            <>
              {leavesOf(node).map(({ handle, runs, share }) => (
                <div key={handle} className={styles.leave}>
                  <Clip className={styles.handle}>{given.names.handle(handle)}</Clip>
                  <span className={styles.track} aria-hidden="true">
                    <span style={{ width: `${share * 100}%` }} />
                  </span>
                  <span className={styles.figure}>
                    {t.edge(format.number(runs), format.percent(share))}
                  </span>
                </div>
              ))}
              {(node.waiting > 0 || ended > 0) && (
                <Row gap={1} wraps align="stretch" className={styles.badges}>
                  {node.waiting > 0 && (
                    <Badge tone="amber">{t.waiting(format.number(node.waiting))}</Badge>
                  )}
                  {ended > 0 && (
                    <Badge>
                      {t.stopped(format.number(ended), format.percent(shareAt(node, ended)))}
                    </Badge>
                  )}
                </Row>
              )}
            </>
          );
        }}
      </NodeList>
    </>
  );
}
