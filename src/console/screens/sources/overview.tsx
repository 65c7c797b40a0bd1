import { type ComponentType, useState } from "react";
import type { Source, SourcePreset } from "#client";
import channelStyles from "#console/screens/channels/channels.module.css";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { Connection } from "./connect/calendly";
import { SetUpAgain } from "./connect/set-up";
import { Snippets } from "./connect/snippets";
import { FormFacts, FormSettings } from "./form-settings";
import { SourceFrame } from "./frame";
import { LeadFacts, LeadSettings } from "./lead-settings";
import { SecurityFacts, SecuritySettings } from "./security";
import { usePresets } from "./source-query";
import { StageSettings } from "./stage-settings";
import { StageFacts } from "./stages";
import { texts } from "./texts";

type Part = {
  title: string;
  Facts: ComponentType<{ source: Source }>;
  Settings: ComponentType<{ source: Source; onClose: () => void }>;
};

/** Settings of one subject, which open to be changed. */
function Settings({ source, part: { title, Facts, Settings } }: { source: Source; part: Part }) {
  const c = useTexts(general);
  const mayWrite = useMay("sources:write");
  const mayLeads = useMay("leads:write");
  const [isOpen, setOpen] = useState(false);
  const edit = mayWrite && mayLeads && (
    <Button size="small" onClick={() => setOpen(true)}>
      {c.edit}
      <span className="visually-hidden"> {title}</span>
    </Button>
  );
  return (
    <Card title={title} actions={edit}>
      <Facts source={source} />
      {isOpen && <Settings source={source} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** The preset that a source was made by; else that of its kind. */
const presetOf = (presets: SourcePreset[], { kind, preset }: Source) =>
  presets.find(({ name }) => name === (preset ?? kind));

/** True if what comes can make bookings: that of a webhook does if its mapping says so. */
const canBook = ({ kind, mapping }: Source) =>
  kind === "calendly" || kind === "iclosed" || mapping.some(({ to }) => to.startsWith("booking."));

function Parts({ source }: { source: Source }) {
  const t = useTexts(texts);
  const { kind } = source;
  const parts: (Part | false)[] = [
    { title: t.leads, Facts: LeadFacts, Settings: LeadSettings },
    kind === "form" && { title: t.formTitle, Facts: FormFacts, Settings: FormSettings },
    canBook(source) && { title: t.stages, Facts: StageFacts, Settings: StageSettings },
    kind !== "form" && { title: t.security, Facts: SecurityFacts, Settings: SecuritySettings },
  ];
  return parts.map((part) => part && <Settings key={part.title} source={source} part={part} />);
}

export default function Overview() {
  const presets = usePresets();
  return (
    <SourceFrame>
      {(source) => {
        const preset = presetOf(presets.data ?? [], source);
        return (
          <div className={channelStyles.halves}>
            <Stack gap={4}>
              {source.kind === "calendly" && <Connection source={source} secret={null} />}
              {preset && <SetUpAgain source={source} preset={preset} secret={null} />}
              {source.kind === "form" && <Snippets source={source} />}
            </Stack>
            <Stack gap={4}>
              <Parts source={source} />
            </Stack>
          </div>
        );
      }}
    </SourceFrame>
  );
}
