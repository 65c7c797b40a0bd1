import { useQueryClient } from "@tanstack/react-query";
import { replaceScenario, type Scenario } from "../../../../client/index";
import { useAction } from "../../../data/forms";
import { tagged } from "../../../data/tagged";

type Published = { scenario: Scenario; version: number };

/** Activates or pauses a scenario, which makes a new version of what is published. */
export function useSwitch(onDone: (published: Published) => void) {
  const queries = useQueryClient();
  return useAction(
    async (client, { scenario, version }: Published) => {
      const { id, name, platform, provider, nodes, edges, is_active } = scenario;
      const { answer, etag } = await tagged(client, (recorded) =>
        replaceScenario({
          ...recorded,
          path: { scenario: id },
          body: { name, platform, provider, nodes, edges, is_active: !is_active },
          headers: { "If-Match": `"${version}"` },
        }),
      );
      return { scenario: answer.data, version: Number(etag.replaceAll(/\D/g, "")) };
    },
    {
      onDone(published) {
        onDone(published);
        void queries.invalidateQueries({ queryKey: ["scenarios"] });
      },
    },
  );
}
