import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { createScenario, listChannels, listTemplates } from "#client";
import { isShownAtFields, useAction } from "#console/data/forms";
import { PlatformOptions } from "#console/data/platform-options";
import { FIRST_PLATFORM, platformIn, platformRow } from "#console/data/platforms";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { general } from "#console/texts/general";
import { Button } from "#console/ui/button";
import { Dialog } from "#console/ui/dialog";
import { Field, Input, Select } from "#console/ui/field";
import { ProblemNote } from "#console/ui/states";
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

/** Makes a scenario from a starting point, and opens it. */
export function CreateScenario({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts);
  const g = useTexts(general);
  const navigate = useNavigate();
  const again = useListAgain();
  const [name, setName] = useState("");
  const [platform, setPlatform] = useState(FIRST_PLATFORM);
  const [point, setPoint] = useState<StartingPoint>("question");
  const [template, setTemplate] = useState("");
  const templates = useTemplates(point === "broadcast");
  const chosen = templates.data?.find(({ id }) => `${id}` === template) ?? null;
  const { hasTemplates } = platformRow(platform);
  const points = STARTING_POINTS.filter((one) => one !== "broadcast" || hasTemplates);
  const create = useAction(
    (client, body: Parameters<typeof createScenario>[0]["body"]) =>
      createScenario({ client, body }),
    {
      onDone: again,
      next: ({ data }) =>
        navigate({ to: "/scenarios/$scenario", params: { scenario: `${data.id}` } }),
    },
  );
  const submit = () =>
    create.run(startingScenario(point, { name: name.trim(), platform }, t.drawn, chosen));
  const changePlatform = (value: string) => {
    const chosen = platformIn(value) ?? platform;
    setPlatform(chosen);
    if (!platformRow(chosen).hasTemplates && point === "broadcast") setPoint("question");
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.newTitle}
      about={t.newAbout}
      onSubmit={() => void submit()}
      foot={
        <>
          <Button onClick={onClose}>{g.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={create.isBusy}>
            {g.create}
          </Button>
        </>
      }
    >
      <Field label={t.newName} errors={create.errors.name}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={255}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <Field label={t.platform} errors={create.errors.platform}>
        {(control) => (
          <Select
            {...control}
            value={platform}
            onChange={({ target }) => changePlatform(target.value)}
          >
            <PlatformOptions />
          </Select>
        )}
      </Field>
      <fieldset className={styles.points}>
        <legend>{t.startFrom}</legend>
        {points.map((one) => (
          <label key={one} className={styles.point}>
            <input
              type="radio"
              name="point"
              checked={point === one}
              onChange={() => setPoint(one)}
            />
            <span>
              <strong>{t.points[one]}</strong>
              <span className={styles.below}>{t.points[`${one}About`]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {point === "broadcast" && (
        <Field label={t.template} hint={templates.data?.length === 0 ? t.noTemplates : undefined}>
          {(control) => (
            <Select
              {...control}
              value={template}
              onChange={({ target }) => setTemplate(target.value)}
            >
              <option value="">{t.chooseTemplate}</option>
              {templates.data?.map(({ id, name: called, language }) => (
                <option key={id} value={id}>
                  {called} ({language})
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {create.error !== null && !isShownAtFields(create.error, ["name", "platform"]) && (
        <ProblemNote error={create.error} />
      )}
    </Dialog>
  );
}
