import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Client, type Lead, type LeadMessageInput, sendMessageToLead } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Select, TextArea } from "#console/ui/field";
import { Segmented } from "#console/ui/layout";
import { Note, ProblemNote } from "#console/ui/states";
import { componentsOf, type TemplateChoice, TemplateFields } from "./template-fields";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

const FIELDS = ["text", "platform", "template"];
const PLATFORMS = ["whatsapp", "instagram"] as const;

const send = (client: Client, { lead, body }: { lead: number; body: LeadMessageInput }) =>
  sendMessageToLead({ client, path: { lead }, body });

/** Writes to a lead, also to one with whom there is no conversation yet. */
export default function MessageDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTexts(leadTexts);
  const g = useTexts(general);
  const navigate = useNavigate();
  const mayChannels = useMay("channels:read");
  const [kind, setKind] = useState<"text" | "template">("text");
  const [text, setText] = useState("");
  const [platform, setPlatform] = useState("");
  const [choice, setChoice] = useState<TemplateChoice | null>(null);
  const reloaded = useLeadChange(lead.id);
  const { run, isBusy, error, errors } = useAction(send, {
    onDone: reloaded,
    async next({ data }) {
      onClose();
      const to: string = `/inbox/${data.conversation_id}`;
      await navigate({ to });
    },
  });
  const body = (): LeadMessageInput => {
    if (kind === "template" && choice)
      return {
        type: "template",
        channel_id: choice.template.channel_id,
        template: {
          name: choice.template.name,
          language: choice.template.language,
          components: componentsOf(choice),
        },
      };
    const chosen = PLATFORMS.find((each) => each === platform);
    return { text, ...(chosen && { platform: chosen }) };
  };
  const isReady = kind === "text" ? text.trim() !== "" : choice !== null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.messageTitle}
      about={lead.is_optout ? undefined : t.messageAbout}
      onSubmit={() => isReady && void run({ lead: lead.id, body: body() })}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={isBusy} disabled={!isReady}>
            {t.send}
          </Button>
        </>
      }
    >
      {lead.is_optout && <Note tone="amber">{t.optedOutNote}</Note>}
      {mayChannels && (
        <div>
          <Segmented
            label={t.messageKind}
            value={kind}
            options={[
              ["text", t.textKind],
              ["template", t.templateKind],
            ]}
            onChange={setKind}
          />
        </div>
      )}
      {kind === "text" ? (
        <>
          <Field label={t.text} hint={t.textHint} errors={errors.text}>
            {(control) => (
              <TextArea
                {...control}
                rows={5}
                dir="auto"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            )}
          </Field>
          <Field label={t.platform} errors={errors.platform}>
            {(control) => (
              <Select
                {...control}
                value={platform}
                onChange={({ target }) => setPlatform(target.value)}
              >
                <option value="">{t.whereLast}</option>
                {PLATFORMS.map((each) => (
                  <option key={each} value={each}>
                    {g.platforms[each]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      ) : (
        <TemplateFields choice={choice} onChange={setChoice} errors={errors.template} />
      )}
      {error && !isShownAtFields(error, FIELDS) && <ProblemNote error={error} />}
    </Dialog>
  );
}
