import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Settings, updateSettings } from "#client";
import { setAnswer } from "#console/data/entities";
import { TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { HoursFields } from "#console/data/hours/hours-fields";
import { HoursLines } from "#console/data/hours/hours-lines";
import { hoursIn, writtenHours } from "#console/data/hours/written";
import { SETTINGS_KEY } from "#console/data/workspace-zone";
import { useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Card, Facts } from "#console/ui/layout";
import { Soft } from "#console/ui/text";
import { toast } from "#console/ui/toasts";
import { texts } from "../texts";
import styles from "./general.module.css";

function EditHours({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const t = useTexts(texts);
  const c = useTexts(general);
  const queries = useQueryClient();
  const { business_hours, quiet_hours } = settings;
  const first = { ...writtenHours(business_hours), from: "", to: "", ...quiet_hours };
  const form = useForm(first, (client, { from, to, ...written }) =>
    updateSettings({
      client,
      body: {
        business_hours: hoursIn(written),
        quiet_hours: from === "" && to === "" ? null : { from, to },
      },
    }),
  );
  return (
    <FormDialog
      form={form}
      kind="drawer"
      title={t.hours}
      onClose={onClose}
      onDone={(answer) => {
        setAnswer(queries, SETTINGS_KEY, answer);
        toast(c.saved);
      }}
    >
      <HoursFields form={form} />
      <TextField form={form} name="from" at="quiet_hours.from" type="time" label={t.quietFrom} />
      <TextField
        form={form}
        name="to"
        at="quiet_hours.to"
        type="time"
        label={t.quietTo}
        hint={t.quietHint}
      />
    </FormDialog>
  );
}

/** When the team is there, and when leads are left in peace. */
export function Hours({ settings }: { settings: Settings }) {
  const t = useTexts(texts);
  const mayWrite = useMay("settings:write");
  const [isOpen, setIsOpen] = useState(false);
  const { business_hours: hours, quiet_hours: quiet } = settings;
  return (
    <Card
      title={t.hours}
      actions={
        mayWrite && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t.changeHours}
          </Button>
        )
      }
    >
      <div className={styles.group}>
        <Soft>{t.hoursAbout}</Soft>
        <Facts
          facts={[
            [t.business, hours ? <HoursLines hours={hours} /> : t.alwaysOpen],
            [t.closedOn, hours?.closed?.join(", ")],
            [t.quiet, quiet ? `${quiet.from}–${quiet.to}` : t.noQuiet],
          ]}
        />
      </div>
      {isOpen && <EditHours settings={settings} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}
