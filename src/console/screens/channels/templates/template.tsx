import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { type Channel, deleteTemplate, type Template } from "#client";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { useFormat } from "#console/texts/format";
import { general } from "#console/texts/general";
import { wordFor } from "#console/texts/word-for";
import { Badge } from "#console/ui/badge";
import { Button } from "#console/ui/button";
import { DataTable } from "#console/ui/data-table";
import { ConfirmDialog, Dialog } from "#console/ui/dialog";
import { Row } from "#console/ui/stack";
import { Note } from "#console/ui/states";
import { Soft } from "#console/ui/text";

import { QualityBadge } from "../badges";
import { extrasOf } from "./carousel";
import { contentOf, examplesOf } from "./content";
import { TemplateForm } from "./form";
import { Preview } from "./preview";
import { isIn, StatusBadge } from "./status";
import { texts } from "./texts";

/** WhatsApp takes no change of one that it is looking at, or that it has given up. */
const EDITABLE: readonly Template["status"][] = ["local", "approved", "rejected", "paused"];

function Parameters({ template: { parameters } }: { template: Template }) {
  const t = useTexts(texts);
  const { templatePlaces, messageTypes } = useTexts(nameTexts);
  if (parameters.length === 0) return <Soft>{t.fillsNothing}</Soft>;
  return (
    <DataTable
      caption={t.fills}
      rows={parameters}
      keyOf={({ place, card, index, name }) => `${card} ${place} ${index} ${name}`}
      columns={[
        [t.parameter, ({ name }) => <code>{name}</code>],
        [
          t.place,
          ({ place, card, index }) => (
            <>
              {card !== null && t.onCard(card + 1)} {templatePlaces[place]}{" "}
              {index !== null && index + 1}
            </>
          ),
        ],
        [t.kind, ({ kind }) => wordFor({ ...messageTypes, ...t.kinds }, kind) ?? kind],
        [t.example, ({ example }) => example],
      ]}
    />
  );
}

/** For how long WhatsApp tries to deliver it, where that is not its own time. */
function TimeToLive({ template: { ttl_seconds: seconds } }: { template: Template }) {
  const t = useTexts(texts);
  const format = useFormat();
  return seconds === null ? null : <Soft>{t.ttlIs(format.duration(seconds))}</Soft>;
}

/** A template as leads see it, with what a message must fill in, and what WhatsApp says of it. */
export function TemplateDrawer({
  channel,
  template,
  onClose,
}: {
  channel: Channel;
  template: Template;
  onClose: () => void;
}) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const client = useClient();
  const queries = useQueryClient();
  const mayWrite = useMay("channels:write");
  const [isDeleting, setDeleting] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const { id, name, status, reason } = template;
  const isEditable = EDITABLE.includes(status) && contentOf(template.components).body !== "";

  async function remove() {
    await deleteTemplate({ client, path: { channel: channel.id, template: id } });
    void queries.invalidateQueries({ queryKey: ["templates", channel.id] });
    onClose();
  }

  return (
    <Dialog
      isOpen
      kind="drawer"
      onClose={onClose}
      title={name}
      about={[template.language, template.category && t.categories[template.category]]
        .filter(Boolean)
        .join(" · ")}
      foot={
        mayWrite && (
          <>
            <Button icon={<Trash2 />} onClick={() => setDeleting(true)}>
              {c.delete}
            </Button>
            {isEditable && (
              <Button icon={<Pencil />} onClick={() => setEditing(true)}>
                {t.edit}
              </Button>
            )}
          </>
        )
      }
    >
      <Row gap={2} wraps>
        <StatusBadge status={status} />
        {template.quality && <QualityBadge quality={template.quality} />}
        {template.external_id && <Badge>{template.external_id}</Badge>}
      </Row>
      {reason && <Note tone={isIn("refused", status) ? "red" : "blue"}>{t.reason(reason)}</Note>}
      {status === "flagged" && <Note tone="amber">{t.flaggedAbout}</Note>}
      {template.unsupported.length > 0 && (
        <Note tone="red">{t.unsupported(template.unsupported.join(", "))}</Note>
      )}
      {status === "local" && <Note>{t.localAbout}</Note>}
      {template.components ? (
        <Preview
          content={contentOf(template.components)}
          examples={examplesOf(template)}
          extras={extrasOf(template)}
        />
      ) : (
        <p>{t.tooLong}</p>
      )}
      <Parameters template={template} />
      <TimeToLive template={template} />
      {isEditing && (
        <TemplateForm channel={channel} template={template} onClose={() => setEditing(false)} />
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        title={t.deleteTitle(name)}
        about={t.deleteAbout}
        action={c.delete}
        onConfirm={remove}
      />
    </Dialog>
  );
}
