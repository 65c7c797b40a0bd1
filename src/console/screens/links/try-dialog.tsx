import { ExternalLink, Link2 } from "lucide-react";
import { useState } from "react";
import { createLinkSend, type LeadListItem, type ShortLink } from "#client";
import { useAction } from "#console/data/forms";
import { leadName } from "#console/data/lead-name";
import { LeadPicker } from "#console/data/lead-picker";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Avatar } from "#console/ui/badge";
import { Button, buttonClass } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { CopyText } from "#console/ui/layout";
import { Row, Stack } from "#console/ui/stack";
import { Note, ProblemNote } from "#console/ui/states";
import { Soft } from "#console/ui/text";
import { Filled } from "./destination";
import { dialogTexts } from "./dialog-texts";
import dialogs from "./dialogs.module.css";
import { followed, lookupOf, partsOf } from "./placeholders";

function OwnLink({ link, lead }: { link: ShortLink; lead: LeadListItem }) {
  const { trial: t } = useTexts(dialogTexts);
  const [url, setUrl] = useState<string | null>(null);
  const { run, isBusy, error } = useAction(
    (client, lead_id: number) =>
      createLinkSend({ client, path: { shortLink: link.id }, body: { lead_id } }),
    { onDone: ({ data }) => setUrl(data.url) },
  );
  if (url) return <CopyText text={url} />;
  return (
    <Stack gap={2} className={dialogs.own}>
      <Button icon={<Link2 />} isBusy={isBusy} onClick={() => void run(lead.id)}>
        {t.create}
      </Button>
      <Soft size="medium">{t.createHint}</Soft>
      {error && <ProblemNote error={error} />}
    </Stack>
  );
}

function Trial({ link, lead }: { link: ShortLink; lead: LeadListItem }) {
  const { trial: t } = useTexts(dialogTexts);
  const mayWrite = useMay("short-links:write");
  const lookup = lookupOf(lead);
  const parts = partsOf(link.destination_url, lookup);
  const url = followed(parts, link.template_variable_url);
  const sources = new Map(
    parts.flatMap((part) => (part.kind === "text" ? [] : [[`${part.kind} ${part.name}`, part]])),
  );
  return (
    <>
      <Stack gap={1} className={dialogs.result}>
        <Soft size="medium">{t.leadsTo}</Soft>
        <Filled url={link.destination_url} lookup={lookup} />
      </Stack>
      {sources.size === 0 && <Soft size="medium">{t.same}</Soft>}
      <Stack as="ul" gap={1} className={dialogs.kinds}>
        {[...sources].map(([key, { name, kind }]) => (
          <li key={key}>
            <code>{name}</code> {t.kinds[kind]}
          </li>
        ))}
      </Stack>
      {!link.is_active && <Note tone="amber">{t.paused}</Note>}
      {url ? (
        <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
          <ExternalLink aria-hidden="true" />
          {t.open}
        </a>
      ) : (
        <Note tone="amber">{t.nowhere}</Note>
      )}
      {mayWrite && <OwnLink link={link} lead={lead} />}
    </>
  );
}

/** Shows where a link would lead a lead, without sending it. */
export function TryDialog({ link, onClose }: { link: ShortLink; onClose: () => void }) {
  const { trial: t } = useTexts(dialogTexts);
  const { unknownName } = useTexts(general);
  const [lead, setLead] = useState<LeadListItem | null>(null);
  const name = lead && leadName(lead, unknownName);
  return (
    <Dialog isOpen onClose={onClose} title={t.title} about={t.about}>
      {name ? (
        <>
          <Row gap={3} className={dialogs.chosen}>
            <Avatar name={name} />
            <strong>
              <bdi>{name}</bdi>
            </strong>
            <Button size="small" onClick={() => setLead(null)}>
              {t.another}
            </Button>
          </Row>
          <Trial key={lead.id} link={link} lead={lead} />
        </>
      ) : (
        <LeadPicker none={t.nobody} onChoose={setLead} />
      )}
    </Dialog>
  );
}
