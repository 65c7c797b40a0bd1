import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { createScenario, listChannels, listTemplates } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import { FormDialog } from "#console/data/form/form";
import { useForm } from "#console/data/form/use-form";
import { FIRST_PLATFORM, platformRow } from "#console/data/platforms";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Row, Stack } from "#console/ui/stack";
import { Soft } from "#console/ui/text";
import styles from "./list.module.css";
import { useListAgain } from "./row-data";
import { STARTING_POINTS, type StartingPoint, startingScenario } from "./starting-points";
import { texts } from "./texts";

/** The approved templates of the workspace's first channel with templates. */
function useTemplates(isWanted: boolean) {
  const client = useClient();
  const mayRead = useMay("channels:read");
  return useQuery({
    queryKey: ["scenario-templates"],
    queryFn: async ({ signal }) => {
      const channels = await listChannels({ client, signal, query: { per_page: 100 } });
      const ours = channels.data.filter(({ platform }) => platformRow(platform).hasTemplates);
      const channel = ours.find(({ is_default }) => is_default) ?? ours[0];
      if (!channel) return [];
      const path = { channel: channel.id };
      const { data } = await listTemplates({ client, signal, path, query: { per_page: 100 } });
      return data.filter(({ status }) => status === "approved");
    },
    enabled: isWanted && mayRead,
  });
}

const FIRST = {
  name: "",
  platform: FIRST_PLATFORM,
  point: "question" as StartingPoint,
  template: null as number | null,
};

/** Makes a scenario from a starting point, and opens it. */
export function CreateScenario({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const navigate = useNavigate();
  const again = useListAgain();
  const form = useForm(FIRST, (client, { name, platform, point, template }) => {
    const chosen = templates.data?.find(({ id }) => id === template) ?? null;
    const body = startingScenario(point, { name: name.trim(), platform }, t.drawn, chosen);
    return createScenario({ client, body });
  });
  const { platform, point } = form.values;
  const templates = useTemplates(point === "broadcast");
  const { hasTemplates } = platformRow(platform);
  const points = STARTING_POINTS.filter((one) => one !== "broadcast" || hasTemplates);
  const set = (change: Partial<typeof FIRST>) => {
    const isLost =
      change.platform && !platformRow(change.platform).hasTemplates && point === "broadcast";
    form.set({ ...change, ...(isLost && { point: "question" }) });
  };
  return (
    <FormDialog
      form={form}
      title={t.newTitle}
      about={t.newAbout}
      action={g.create}
      onClose={onClose}
      onDone={again}
      next={({ data }) =>
        navigate({ to: "/scenarios/$scenario", params: { scenario: `${data.id}` } })
      }
    >
      <TextField form={form} name="name" label={t.newName} maxLength={255} />
      <SelectField
        form={{ ...form, set }}
        name="platform"
        label={t.platform}
        options={g.platforms}
      />
      <Stack as="fieldset" gap={2} className={styles.points}>
        <legend>{t.startFrom}</legend>
        {points.map((one) => (
          <Row key={one} as="label" gap={3} align="stretch" className={styles.point}>
            <input
              type="radio"
              name="point"
              checked={point === one}
              onChange={() => form.set({ point: one })}
            />
            <span>
              <strong>{t.points[one]}</strong>
              <Soft as="span" size="small" className={styles.below}>
                {t.points[`${one}About`]}
              </Soft>
            </span>
          </Row>
        ))}
      </Stack>
      {point === "broadcast" && (
        <SelectField
          form={form}
          name="template"
          label={t.template}
          hint={templates.data?.length === 0 ? t.noTemplates : undefined}
          options={(templates.data ?? []).map(({ id, name, language }) => [
            id,
            `${name} (${language})`,
          ])}
          none={t.chooseTemplate}
        />
      )}
    </FormDialog>
  );
}
