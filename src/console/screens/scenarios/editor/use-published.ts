import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { replaceScenario, withEtag } from "#client";
import { useAction } from "#console/data/forms";
import { useEvents } from "#console/live/live";
import { useClient } from "#console/session/session";
import { isStatus, type Opened, readScenario, versionIn } from "./draft-api";

export type Published = Pick<Opened, "scenario" | "version">;

/** The published version, with the ways to activate and pause it, which make a new version. */
export function usePublished(
  opened: Opened,
  {
    onSwitched,
    onFailed,
  }: {
    onSwitched: (before: Published, after: Published) => void;
    onFailed: (error: unknown) => void;
  },
) {
  const client = useClient();
  const queries = useQueryClient();
  const [published, setPublished] = useState<Published>(opened);
  const { id } = opened.scenario;
  const take = (read: Published) =>
    setPublished((known) => (known.version > read.version ? known : read));
  const refresh = () => readScenario(client, id).then(take, () => undefined);
  useEvents(["scenario.activated", "scenario.paused"], (event) => {
    if ("scenario_id" in event.data && event.data.scenario_id === id) void refresh();
  });
  const { run, isBusy } = useAction(
    async (_, { scenario, version }: Published) => {
      const { name, platform, provider, nodes, edges, is_active } = scenario;
      try {
        const { data, etag } = await withEtag(replaceScenario, {
          client,
          path: { scenario: id },
          body: { name, platform, provider, nodes, edges, is_active: !is_active },
          headers: { "If-Match": `"${version}"` },
        });
        return { scenario: data, version: versionIn(etag) };
      } catch (error) {
        // Somebody has published meanwhile: the next try knows it.
        if (isStatus(error, 412)) await refresh();
        onFailed(error);
        throw error;
      }
    },
    {
      onDone(after, before) {
        take(after);
        onSwitched(before, after);
        void queries.invalidateQueries({ queryKey: ["scenarios"] });
      },
    },
  );
  return { ...published, switchState: () => run(published), isSwitching: isBusy };
}
