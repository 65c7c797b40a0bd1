import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import { NodeList, type NodeViewProps } from "./node-list";
import styles from "./statistics.module.css";
import { texts } from "./texts";

/** The branches of splits with a goal, each with the range in which its true share lies. */
export function SplitsView({ nodes, ...given }: NodeViewProps) {
  const t = useTexts(texts);
  const format = useFormat();
  const splits = nodes.filter(({ branches }) => branches.length > 0);
  if (splits.length === 0) return <Soft size="medium">{t.noSplits}</Soft>;
  return (
    <NodeList nodes={splits} {...given}>
      {({ branches }) =>
        branches.map(({ handle, runs, converted, conversion }) => (
          <Stack key={handle} gap={1} className={styles.branch}>
            <Row as="span" gap={2}>
              <strong>{given.names.handle(handle)}</strong>
              <Soft as="span" size="medium" className={styles.came}>
                {conversion ? format.percent(conversion.share) : t.noGoal}
              </Soft>
            </Row>
            {conversion && (
              <>
                <span className={styles.interval} aria-hidden="true">
                  <span
                    style={{
                      insetInlineStart: `${conversion.low * 100}%`,
                      width: `${(conversion.high - conversion.low) * 100}%`,
                    }}
                  />
                  <i style={{ insetInlineStart: `${conversion.share * 100}%` }} />
                </span>
                <Soft as="span" size="medium">
                  {t.branch(format.number(converted), format.number(runs))},{" "}
                  {t.interval(format.percent(conversion.low), format.percent(conversion.high))}
                </Soft>
              </>
            )}
          </Stack>
        ))
      }
    </NodeList>
  );
}
