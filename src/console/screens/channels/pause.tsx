import { useQueryClient } from "@tanstack/react-query";
import { type Channel, type ChannelPause, resumeChannel } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { channelKey } from "./channel-query";
import { texts } from "./texts";

/** Has a channel try again at once. */
function useTryNow({ id, name }: Channel) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  return useAction((client) => resumeChannel({ client, path: { channel: id } }), {
    onDone: ({ data }) => {
      setAnswer(queries, channelKey(id), data);
      void queries.invalidateQueries({ queryKey: ["channels"] });
      toast(t.resumed(name));
    },
  });
}

/** The reason of a channel's pause, what to do about it, and when it tries again. */
export function PauseNote({ channel, pause }: { channel: Channel; pause: ChannelPause }) {
  const t = useTexts(texts);
  const format = useFormat();
  const tryNow = useTryNow(channel);
  // An outage ends by itself: there is nobody to ask who would answer.
  const mayTry = useMay("channels:write") && pause.reason !== "outage";
  const isAhead = Date.parse(pause.next_try_at) > Date.now();
  return (
    <Note tone="amber">
      <Stack gap={4}>
        <div>
          <p>
            <strong>{t.pauseReasons[pause.reason]}.</strong> {t.pauseFixes[pause.reason]}{" "}
            {t.keepsQueue}
          </p>
          {pause.detail && <p>{t.platformSays(pause.detail)}</p>}
          <p>{t.since(format.dateTime(pause.since))}</p>
          <p>{isAhead ? t.nextTry(format.dateTime(pause.next_try_at)) : t.nextTryAtOnce}</p>
        </div>
        {mayTry && (
          <div>
            <Button size="small" isBusy={tryNow.isBusy} onClick={() => void tryNow.run(undefined)}>
              {t.tryNow}
            </Button>
          </div>
        )}
        {tryNow.error && <ProblemNote error={tryNow.error} />}
      </Stack>
    </Note>
  );
}
