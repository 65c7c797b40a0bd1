import { BookOpen, Bot, Braces, type LucideIcon, Terminal } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#console/texts/catalogue";
import { buttonClass } from "#console/ui/button";
import { Grid } from "#console/ui/grid";
import { Card, CopyText } from "#console/ui/layout";
import { Row } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./reference.module.css";
import { texts } from "./texts";

const { origin } = location;

/** A command to run or to copy. The token is in the environment, so that no history keeps it. */
const CURL = `curl ${origin}/v1/me -H "Authorization: Bearer $LEAD_ENGAGEMENT_TOKEN"`;
const LOGIN = `echo "$LEAD_ENGAGEMENT_TOKEN" | npx --no lead-engagement login --url ${origin}`;
const MCP = `${origin}/mcp`;

const Topic = ({
  Icon,
  title,
  about,
  links,
  children,
}: {
  Icon: LucideIcon;
  title: string;
  about: string;
  links: readonly (readonly [path: string, text: string])[];
  children?: ReactNode;
}) => (
  <Card>
    <div className={styles.topic}>
      <Row as="h2" gap={2}>
        <Icon size="1.25rem" color="var(--accent)" />
        {title}
      </Row>
      <Soft>{about}</Soft>
      {children}
      <Row as="p" gap={2} wraps align="stretch" className={styles.links}>
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
      </Row>
    </div>
  </Card>
);

export default function Reference() {
  const t = useTexts(texts);
  return (
    <Grid gap={4} min="26rem" fills className={styles.topics}>
      <Topic
        Icon={Braces}
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
        Icon={BookOpen}
        title={t.guides}
        about={t.guidesAbout}
        links={[
          ["/docs", t.allGuides],
          ["/docs/getting-started", t.start],
          ["/docs/webhooks", t.webhooks],
        ]}
      />
      <Topic
        Icon={Bot}
        title={t.agents}
        about={t.agentsAbout}
        links={[["/docs/connect-an-agent", t.agentsGuide]]}
      >
        <CopyText text={MCP} label={t.copyAddress} />
      </Topic>
      <Topic
        Icon={Terminal}
        title={t.cli}
        about={t.cliAbout}
        links={[
          ["/docs/command-line", t.cliGuide],
          ["/docs/typescript-client", t.client],
        ]}
      >
        <CopyText text={LOGIN} label={t.copyCommand} />
      </Topic>
    </Grid>
  );
}
