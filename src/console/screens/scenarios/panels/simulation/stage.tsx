import { type ReactNode, useEffect } from "react";
import type { SimulatedLead } from "#client";
import { useTags } from "#console/data/tags";
import { nameTexts } from "#console/names/texts";
import { calls } from "#console/screens/scenarios/editor/node-kinds";
import { useNodeNames } from "#console/screens/scenarios/nodes/node-names";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import type { PanelProps } from "../panel";
import { PanelFrame } from "../panel-frame";
import { Chat } from "./chat";
import { Composer } from "./composer";
import { LeadChanges } from "./lead-changes";
import { holdsLink } from "./payload";
import { highlightOf, type RunEvent, type RunProgress } from "./progress";
import { StartNote } from "./start-note";
import { texts } from "./texts";

/** A run that is played: its clock, the conversation, and what it has changed. */
export function Stage({
  title,
  actions,
  progress,
  before,
  error,
  onRetry,
  head,
  notes,
  onHappen,
  graph,
  onHighlight,
  onSelectNode,
  onClose,
}: Omit<PanelProps, "scenario" | "onSave"> & {
  title: string;
  actions: ReactNode;
  /** Undefined until it is known. */
  progress: RunProgress | undefined;
  /** The lead as the run found it; undefined until it is known. */
  before: SimulatedLead | undefined;
  error: unknown;
  onRetry: () => void;
  /** Above the conversation. */
  head: ReactNode;
  /** Below it. */
  notes?: ReactNode;
  /** Null for who may only look. */
  onHappen: ((event: RunEvent) => void) | null;
}) {
  const t = useTexts(texts);
  const { endReasons } = useTexts(nameTexts);
  const format = useFormat();
  const names = useNodeNames(graph.nodes);
  const tags = useTags().data ?? [];

  useEffect(() => {
    if (progress) onHighlight(highlightOf(progress, progress.isOver ? t.ended : t.here));
  }, [progress, onHighlight, t]);
  useEffect(() => {
    return () => onHighlight(null);
  }, [onHighlight]);

  const current = progress?.steps.at(-1);
  const node = current && names.node(current.node_id);
  // The graph follows the run.
  const here = node?.id;
  useEffect(() => {
    if (here !== undefined) onSelectNode(here);
  }, [here, onSelectNode]);

  const isPlayable = progress !== undefined && !progress.isOver && onHappen !== null;
  const composer = progress && onHappen && (
    <Composer
      node={node}
      tags={tags}
      hasLink={progress.steps.some(({ message }) => message && holdsLink(message))}
      hasRequests={graph.nodes.some(calls)}
      isOver={progress.isOver}
      onHappen={onHappen}
    />
  );

  return (
    <PanelFrame title={title} onClose={onClose} actions={actions} foot={composer}>
      {error != null && <ProblemNote error={error} onRetry={onRetry} />}
      {!progress && error == null && <LoadingRows />}
      {progress && (
        <>
          {head}
          {progress.start && <StartNote start={progress.start} triggers={graph.triggers} />}
          {progress.steps.length === 0 && !progress.isOver && <Note tone="amber">{t.noStart}</Note>}
          <Chat
            entries={progress.entries}
            names={names}
            onSelect={onSelectNode}
            onTap={
              isPlayable
                ? ({ id, title }) => onHappen({ reply: title, ...(id !== null && { tapped: id }) })
                : null
            }
          />
          {progress.isOver ? (
            <Note tone={progress.state === "failed" ? "red" : "green"}>
              {progress.state === "not_started"
                ? t.notStarted
                : t.over(progress.endReason ? endReasons[progress.endReason] : "")}
            </Note>
          ) : (
            current && (
              <Note>
                {t.waitsAt(names.name(current.node_id, current.type))}
                {progress.nextAt !== null && (
                  <>
                    {", "}
                    {t.until(format.dateTime(progress.nextAt))}
                  </>
                )}
              </Note>
            )
          )}
          {notes}
          {before && <LeadChanges before={before} after={progress.lead} tags={tags} />}
        </>
      )}
    </PanelFrame>
  );
}
