import { useQueryClient } from "@tanstack/react-query";
import { type Channel, checkChannel } from "#client";
import { setAnswer } from "#console/data/entities";
import { useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Button } from "#console/ui/button";
import { Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { toast } from "#console/ui/toasts";
import { channelKey } from "./channel-query";
import { texts } from "./texts";

/** The state of a channel's credentials. A sandbox has none. */
export const checkStateOf = ({ provider, check_error, checked_at }: Channel) => {
  if (provider === "sandbox") return "none";
  if (check_error !== null) return "failed";
  return checked_at === null ? "unchecked" : "checked";
};

/** Meta can be asked; a gateway shows with its first message whether it takes any. */
export const canBeChecked = ({ webhook_url }: Channel) => webhook_url !== null;

/** Asks Meta whether it takes the credentials of a channel. */
export function useCheck({ id, name }: Channel, onFailed?: (error: unknown) => void) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  return useAction((client) => checkChannel({ client, path: { channel: id } }), {
    onDone: ({ data }) => {
      setAnswer(queries, channelKey(id), data);
      void queries.invalidateQueries({ queryKey: ["channels"] });
      const [fault] = data.faults;
      toast(fault ? t.checkFound(name, fault.detail) : t.checkPassed(name));
    },
    ...(onFailed && { onFailed }),
  });
}

/** Says so where nobody knows yet whether a channel works, or its last check has failed. */
export function CheckNote({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const check = useCheck(channel);
  const mayWrite = useMay("channels:write");
  const state = checkStateOf(channel);
  if (channel.status !== "active" || state === "none" || state === "checked") return null;
  return (
    <Note tone={state === "failed" ? "red" : "amber"}>
      <Stack gap={4}>
        {state === "failed" ? (
          <p>
            <strong>{t.checkFailed(channel.name)}</strong>{" "}
            {t.platformSays(channel.check_error ?? "")}
          </p>
        ) : (
          <p>
            <strong>{t.unchecked}.</strong>{" "}
            {canBeChecked(channel) ? t.uncheckedAbout : t.uncheckedGateway}
          </p>
        )}
        {mayWrite && canBeChecked(channel) && (
          <div>
            <Button size="small" isBusy={check.isBusy} onClick={() => void check.run(undefined)}>
              {t.checkNow}
            </Button>
          </div>
        )}
        {check.error && <ProblemNote error={check.error} />}
      </Stack>
    </Note>
  );
}
