import { BookOpen, Bot, Braces, Terminal } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { buttonClass } from "#console/ui/button";
import { Card, CopyText } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import styles from "./reference.module.css";
import { texts } from "./texts";

const { origin } = location;

/** What to run or to copy. The token is in the environment, so that no history keeps it. */
const CURL = `curl ${origin}/v1/me -H "Authorization: Bearer $LEAD_ENGAGEMENT_TOKEN"`;
const LOGIN = `echo "$LEAD_ENGAGEMENT_TOKEN" | npx --no lead-engagement login --url ${origin}`;
const MCP = `${origin}/mcp`;

const Topic = ({
  icon,
  title,
  about,
  links,
  children,
}: {
  icon: ReactNode;
  title: string;
  about: string;
  links: readonly (readonly [path: string, text: string])[];
  children?: ReactNode;
}) => (
  <Card>
    <div className={styles.topic}>
      <h2 className={styles.title}>
        {icon}
        {title}
      </h2>
      <Soft>{about}</Soft>
      {children}
      <p className={styles.links}>
        {links.map(([path, text]) => (
          <a
            key={path}
            className={buttonClass("plain", "small")}
            href={path}
            target="_blank"
            rel="noreferrer"
          >
            {text}
          </a>
        ))}
      </p>
    </div>
  </Card>
);

export default function Reference() {
  const t = useTexts(texts);
  return (
    <div className={styles.topics}>
      <Topic
        icon={<Braces aria-hidden="true" />}
        title={t.api}
        about={t.apiAbout}
        links={[
          ["/docs/reference", t.reference],
          ["/docs/errors-and-limits", t.limits],
        ]}
      >
        <CopyText text={CURL} label={t.copyRequest} />
      </Topic>
      <Topic
        icon={<BookOpen aria-hidden="true" />}
        title={t.guides}
        about={t.guidesAbout}
        links={[
          ["/docs", t.allGuides],
          ["/docs/getting-started", t.start],
          ["/docs/webhooks", t.webhooks],
        ]}
      />
      <Topic
        icon={<Bot aria-hidden="true" />}
        title={t.agents}
        about={t.agentsAbout}
        links={[["/docs/connect-an-agent", t.agentsGuide]]}
      >
        <CopyText text={MCP} label={t.copyAddress} />
      </Topic>
      <Topic
        icon={<Terminal aria-hidden="true" />}
        title={t.cli}
        about={t.cliAbout}
        links={[
          ["/docs/command-line", t.cliGuide],
          ["/docs/typescript-client", t.client],
        ]}
      >
        <CopyText text={LOGIN} label={t.copyCommand} />
      </Topic>
    </div>
  );
}
