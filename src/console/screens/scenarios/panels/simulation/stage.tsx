import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listTags } from "../../../../../client/index";
import { useClient, useMay } from "../../../../session/session";
import { useTexts } from "../../../../texts/catalogue";
import { useFormat } from "../../../../texts/format";
import { LoadingRows, Note, ProblemNote } from "../../../../ui/states";
import { useNodeNames } from "../../nodes/node-names";
import type { PanelProps } from "../panel";
import { PanelFrame } from "../panel-frame";
import { runTexts } from "../run-texts";
import { Chat } from "./chat";
import { Clock } from "./clock";
import { Composer } from "./composer";
import { LeadChanges } from "./lead-changes";
import { holdsLink } from "./payload";
import { afterHappening, afterWaiting, entriesOf, highlightOf, momentOf, type Play } from "./play";
import { texts } from "./texts";
import { useSimulation } from "./use-simulation";

function useTags() {
  const client = useClient();
  const mayRead = useMay("tags:read");
  const { data } = useQuery({
    queryKey: ["scenario-tags"],
    queryFn: async ({ signal }) =>
      (await listTags({ client, signal, query: { per_page: 100 } })).data,
    enabled: mayRead,
  });
  return data ?? [];
}

/** The play: the conversation, the clock, and what the run has changed. */
export function Stage({
  scenario,
  graph,
  play,
  onPlay,
  onHighlight,
  onSelectNode,
  onClose,
  actions,
}: PanelProps & { play: Play; onPlay: (play: Play) => void; actions: React.ReactNode }) {
  const t = useTexts(texts);
  const { reasons } = useTexts(runTexts);
  const format = useFormat();
  const names = useNodeNames(graph.nodes);
  const tags = useTags();
  const { data, error, before, refetch } = useSimulation(scenario.id, graph, play);
  const moment = data && momentOf(data.whole, data.play);

  useEffect(() => {
    if (moment) onHighlight(highlightOf(moment, moment.isOver ? t.ended : t.here));
  }, [data, onHighlight, t]);

  const node = moment?.current && names.node(moment.current.node_id);
  // The graph follows the run.
  const here = node?.id;
  useEffect(() => {
    if (here !== undefined) onSelectNode(here);
  }, [here, onSelectNode]);

  const happen = (happening: Parameters<typeof afterHappening>[1]) =>
    onPlay(afterHappening(play, happening));
  const wait = (clock: number) => onPlay(afterWaiting(play, clock));
  const until = moment?.nextAt;
  const composer = moment && (
    <Composer
      node={node}
      tags={tags}
      hasLink={moment.steps.some(({ message }) => message && holdsLink(message))}
      isOver={moment.isOver}
      onHappen={happen}
    />
  );

  return (
    <PanelFrame title={t.title} onClose={onClose} actions={actions} foot={composer}>
      {error && <ProblemNote error={error} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingRows />}
      {data && moment && (
        <>
          <Clock play={data.play} moment={moment} onWait={wait} />
          {moment.steps.length === 0 && !moment.isOver && <Note tone="amber">{t.noStart}</Note>}
          <Chat
            entries={entriesOf(data.play, moment, data.whole.ignored_events)}
            names={names}
            onSelect={onSelectNode}
            onTap={moment.isOver ? null : ({ id, title }) => happen({ reply: title, tapped: id })}
          />
          {moment.isOver ? (
            <Note tone={data.whole.state === "failed" ? "red" : "green"}>
              {t.over(data.whole.end_reason ? reasons[data.whole.end_reason] : "")}
            </Note>
          ) : (
            moment.current && (
              <Note>
                {t.waitsAt(names.name(moment.current.node_id))}
                {until != null && (
                  <>
                    {", "}
                    {t.until(format.dateTime(Date.parse(data.play.startAt) + until * 1_000))}
                  </>
                )}
              </Note>
            )
          )}
          {data.whole.stopped_by === "visits" && <Note tone="amber">{t.partly}</Note>}
          {before && <LeadChanges before={before} after={data.lead} tags={tags} />}
        </>
      )}
    </PanelFrame>
  );
}
