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
import { CheckFaults, faultsKey, useCheckFaults } from "./faults";
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
      void queries.invalidateQueries({ queryKey: ["channels"] });
      const { faults, ...checked } = data;
      setAnswer(queries, channelKey(id), checked);
      queries.setQueryData(faultsKey(checked), faults);
      toast(faults.length > 0 ? t.checkFailed(name) : t.checkPassed(name));
    },
    ...(onFailed && { onFailed }),
  });
}

/** The words on a channel whose last check has failed, or that nothing has proved to work yet. */
function CheckState({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const faults = useCheckFaults(channel);
  if (faults.length > 0) return <CheckFaults faults={faults} />;
  if (channel.check_error !== null)
    return (
      <div>
        <p>
          <strong>{t.checkFailed(channel.name)}</strong> {t.checkFix}
        </p>
        <p>{t.platformSays(channel.check_error)}</p>
      </div>
    );
  return (
    <p>
      <strong>{t.unchecked}.</strong>{" "}
      {canBeChecked(channel) ? t.uncheckedAbout : t.uncheckedGateway}
    </p>
  );
}

/** Says so where nobody knows yet whether a channel works, or its last check has found faults. */
export function CheckNote({ channel }: { channel: Channel }) {
  const t = useTexts(texts);
  const check = useCheck(channel);
  const mayWrite = useMay("channels:write");
  const faults = useCheckFaults(channel);
  const state = checkStateOf(channel);
  const isFaulty = state === "failed" || faults.length > 0;
  const isFine = (state === "none" || state === "checked") && !isFaulty;
  if (channel.status !== "active" || isFine) return null;
  return (
    <Note tone={isFaulty ? "red" : "amber"}>
      <Stack gap={4}>
        <CheckState channel={channel} />
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
