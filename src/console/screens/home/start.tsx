import { Check, RadioTower, Users, Workflow } from "lucide-react";
import type { StoredUsage } from "#client";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { Card } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import styles from "./home.module.css";
import { Place } from "./place";
import { texts } from "./texts";

/** The way from an empty workspace to a first conversation. */
export function Start({ stored }: { stored: StoredUsage }) {
  const t = useTexts(texts);
  const steps = [
    { ...t.steps.channel, to: "/channels", Icon: RadioTower, isDone: stored.channels > 0 },
    { ...t.steps.leads, to: "/leads/import", Icon: Users, isDone: stored.leads > 0 },
    { ...t.steps.scenario, to: "/scenarios", Icon: Workflow, isDone: stored.scenarios > 0 },
  ];
  return (
    <Card
      title={t.start}
      actions={
        <Soft as="span" size="medium">
          {t.startAbout}
        </Soft>
      }
    >
      <ol className={styles.steps}>
        {steps.map(({ title, about, to, Icon, isDone }) => (
          <li key={to}>
            <Place to={to} className={styles.step}>
              <Icon />
              <strong>{title}</strong>
              <Soft as="span" size="medium">
                {about}
              </Soft>
              {isDone && (
                <Badge tone="green" icon={<Check />}>
                  {t.done}
                </Badge>
              )}
            </Place>
          </li>
        ))}
      </ol>
    </Card>
  );
}
