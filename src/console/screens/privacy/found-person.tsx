import { Link } from "@tanstack/react-router";
import { Eraser, FileText } from "lucide-react";
import { useState } from "react";
import { getLeadBundle, type Lead } from "#client";
import { useAction } from "#console/data/forms";
import { leadName } from "#console/data/lead-name";
import { nameTexts } from "#console/names/texts";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { Avatar, Badge } from "#console/ui/badge";
import { Button, buttonClass } from "#console/ui/button";
import { Card, Facts } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { ProblemNote } from "#console/ui/states";
import { Contact } from "../leads/contact";
import { EraseDialog } from "./erase-dialog";
import { Held } from "./held";
import { openTab } from "./page-tab";
import styles from "./privacy.module.css";
import { texts } from "./texts";

const pathOfLead = (id: number): string => `/leads/${id}`;

/** The person who was found, and the actions for them. */
export function FoundPerson({ lead }: { lead: Lead }) {
  const { fields } = useTexts(nameTexts);
  const t = useTexts(texts);
  const g = useTexts(general);
  const format = useFormat();
  const mayErase = useMay("leads:write");
  const [isErasing, setErasing] = useState(false);
  const name = leadName(lead, g.unknownName);
  // In a sentence of another direction, marks keep the name to itself.
  const quoted = `\u2068${name}\u2069`;
  const page = useAction(async (client, { show, close }: ReturnType<typeof openTab>) => {
    try {
      const html = await getLeadBundle({
        client,
        path: { lead: lead.id },
        headers: { Accept: "text/html" },
        parseAs: "text",
      });
      show(String(html));
    } catch (error) {
      close();
      throw error;
    }
  });
  return (
    <>
      <Card>
        <Row wraps className={styles.person}>
          <Avatar name={name} size="3rem" />
          <Stack gap={1} className={styles.who}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <Row wraps className={styles.consent}>
              <Badge tone={lead.is_optout ? "red" : "green"}>
                {lead.is_optout ? t.unsubscribed : t.subscribed}
              </Badge>
              {lead.is_marketing_optout && <Badge tone="amber">{fields.is_marketing_optout}</Badge>}
              <Link to="/privacy/consents" search={{ lead: lead.id }}>
                {t.seeConsents}
              </Link>
            </Row>
          </Stack>
          <Row gap={2} wraps>
            <Link to={pathOfLead(lead.id)} className={buttonClass()}>
              {t.openLead}
            </Link>
            <Button
              icon={<FileText />}
              isBusy={page.isBusy}
              onClick={() => void page.run(openTab(t.preparing))}
            >
              {t.openPage}
            </Button>
            {mayErase && (
              <Button kind="danger" icon={<Eraser />} onClick={() => setErasing(true)}>
                {t.erase}
              </Button>
            )}
          </Row>
        </Row>
        <Facts
          facts={[
            [t.facts.id, String(lead.id)],
            [fields.phone, lead.phone && <Contact lead={lead} field="phone" />],
            [fields.email, lead.email && <Contact lead={lead} field="email" />],
            [fields.ext_id, lead.ext_id],
            [fields.username, lead.username && `@${lead.username}`],
            [t.facts.since, format.dateTime(lead.created_at)],
          ]}
        />
      </Card>
      {page.error && <ProblemNote error={page.error} />}
      <Held lead={lead} name={quoted} />
      {isErasing && <EraseDialog lead={lead} name={quoted} onClose={() => setErasing(false)} />}
    </>
  );
}
