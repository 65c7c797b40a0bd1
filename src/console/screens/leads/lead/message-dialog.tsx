import { useNavigate } from "@tanstack/react-router";
import { type Lead, type LeadMessageInput, type Platform, sendMessageToLead } from "#client";
import { AreaField, SelectField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { isUnwantedBy } from "#console/data/marketing";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Segmented } from "#console/ui/layout";
import { Note } from "#console/ui/states";
import { componentsOf, type TemplateChoice, TemplateFields } from "./template-fields";
import { leadTexts } from "./texts";
import { useLeadChange } from "./use-lead-change";

type Draft = TemplateChoice & {
  kind: "text" | "template";
  text: string;
  platform: Platform | null;
};

const EMPTY: Draft = { kind: "text", text: "", platform: null, template: null, parameters: {} };

function bodyOf({ kind, text, platform, template, parameters }: Draft): LeadMessageInput {
  if (kind === "text" || !template) return { text, ...(platform && { platform }) };
  const { channel_id, name, language } = template;
  const components = componentsOf(template, parameters);
  return { type: "template", channel_id, template: { name, language, components } };
}

/** Writes to a lead, also to one with whom there is no conversation yet. */
export default function MessageDialog({ lead, onClose }: { lead: Lead; onClose: () => void }) {
  const t = useTexts(leadTexts);
  const g = useTexts(general);
  const navigate = useNavigate();
  const mayChannels = useMay("channels:read");
  const form = useForm(EMPTY, (client, draft) =>
    sendMessageToLead({
      client,
      path: { lead: lead.id },
      body: { ...bodyOf(draft), as: "person" },
    }),
  );
  const { kind, text, template } = form.values;
  const isUnwanted = kind === "template" && isUnwantedBy(lead, template);
  return (
    <FormDialog
      form={form}
      title={t.messageTitle}
      about={lead.is_optout ? undefined : t.messageAbout}
      action={t.send}
      isReady={kind === "text" ? text.trim() !== "" : template !== null && !isUnwanted}
      onClose={onClose}
      onDone={useLeadChange(lead.id)}
      next={({ data }) => {
        onClose();
        const to: string = `/inbox/${data.conversation_id}`;
        return navigate({ to });
      }}
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
            onChange={(chosen) => form.set({ kind: chosen })}
          />
        </div>
      )}
      {kind === "text" ? (
        <>
          <AreaField form={form} name="text" label={t.text} hint={t.textHint} rows={5} dir="auto" />
          <SelectField
            form={form}
            name="platform"
            label={t.platform}
            options={g.platforms}
            none={t.whereLast}
          />
        </>
      ) : (
        <TemplateFields form={form} />
      )}
      {isUnwanted && <Note tone="amber">{t.noMarketingNote}</Note>}
    </FormDialog>
  );
}
