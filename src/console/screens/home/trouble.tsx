import { useQuery } from "@tanstack/react-query";
import { CirclePause, CircleX, type LucideIcon } from "lucide-react";
import { getScenario } from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { Sign } from "#console/ui/badge";
import { Soft } from "#console/ui/text";
import styles from "./attention.module.css";
import { Place } from "./place";
import { texts } from "./texts";
import type { StuckRuns } from "./troubles";

export const Trouble = ({
  Icon,
  tone,
  to,
  title,
  about,
}: {
  Icon: LucideIcon;
  tone: "red" | "amber";
  to: string;
  title: string;
  about: string;
}) => (
  <li>
    <Place to={to} className={styles.trouble}>
      <Sign Icon={Icon} tone={tone} size="2rem" iconSize="1.1rem" radius="var(--radius-1)" />
      <span className={styles.text}>
        <strong>{title}</strong>
        <Soft as="span" size="medium">
          {about}
        </Soft>
      </span>
    </Place>
  </li>
);

/** The runs of a scenario that have failed, or that are held. */
export function RunsTrouble({ scenarioId, failed, held }: StuckRuns) {
  const t = useTexts(texts);
  const format = useFormat();
  const client = useClient();
  const { data: name = "…" } = useQuery({
    queryKey: ["scenario-name", scenarioId],
    queryFn: async ({ signal }) =>
      (await getScenario({ client, path: { scenario: scenarioId }, signal })).data.name,
  });
  const to = `/scenarios/${scenarioId}`;
  return (
    <>
      {failed > 0 && (
        <Trouble
          Icon={CircleX}
          tone="red"
          to={to}
          title={t.failedRuns(format.number(failed), failed === 1)}
          about={t.failedRunsAbout(name)}
        />
      )}
      {held > 0 && (
        <Trouble
          Icon={CirclePause}
          tone="amber"
          to={to}
          title={t.heldRuns(format.number(held), held === 1)}
          about={t.heldRunsAbout(name)}
        />
      )}
    </>
  );
}
