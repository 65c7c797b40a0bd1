import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SourcePreset } from "#client";
import { nameTexts } from "#console/names/texts";
import styles from "#console/screens/channels/connect/connect.module.css";
import { useTexts } from "#console/texts/catalogue";
import { BackLink } from "#console/ui/back-link";
import { Sign } from "#console/ui/badge";
import { Grid } from "#console/ui/grid";
import { Screen } from "#console/ui/layout";
import { Stack } from "#console/ui/stack";
import { LoadingRows, ProblemNote } from "#console/ui/states";
import { StepContent, Steps } from "#console/ui/steps";
import { Soft } from "#console/ui/text";
import { SOURCES_KEY, usePresets } from "../source-query";
import { texts as sourceTexts } from "../texts";
import { Details, type Made } from "./details";
import { Finish } from "./finish";
import { GROUPS, type Group, placeOf, rowOf } from "./kinds";
import { texts } from "./texts";

type Choose = (preset: SourcePreset) => void;

function Preset({ preset, onChoose }: { preset: SourcePreset; onChoose: Choose }) {
  const t = useTexts(texts);
  const { sourcePresets } = useTexts(nameTexts);
  const [, Icon, tone] = rowOf(preset.name);
  const about: Record<string, string> = t.about;
  return (
    <button type="button" className={styles.kind} onClick={() => onChoose(preset)}>
      <Sign Icon={Icon} tone={tone} size="2.75rem" iconSize="1.375rem" />
      <strong>{sourcePresets[preset.name]}</strong>
      <Soft as="span">{about[preset.name] ?? t.aboutOther}</Soft>
    </button>
  );
}

function Presets({
  group,
  presets,
  onChoose,
}: { group: Group; presets: SourcePreset[] } & Chooses) {
  const t = useTexts(texts);
  const shown = presets
    .filter(({ name }) => rowOf(name)[0] === group)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  if (shown.length === 0) return null;
  return (
    <Stack as="section" gap={3}>
      <h2>{t.groups[group]}</h2>
      <Grid gap={4} min="15rem">
        {shown.map((preset) => (
          <Preset key={preset.name} preset={preset} onChoose={onChoose} />
        ))}
      </Grid>
    </Stack>
  );
}

type Chooses = { onChoose: Choose };

function Choose({ onChoose }: Chooses) {
  const { data, error, refetch } = usePresets();
  if (error) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingRows />;
  return GROUPS.map((group) => (
    <Presets key={group} group={group} presets={data} onChoose={onChoose} />
  ));
}

/** Connects a source in three steps: what it is, its settings, and what is left to do there. */
export default function Connect() {
  const t = useTexts(texts);
  const { back } = useTexts(sourceTexts);
  const queries = useQueryClient();
  const [preset, setPreset] = useState<SourcePreset | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const step = made ? 2 : preset ? 1 : 0;
  const names = [t.choose, t.details, t.finish];

  function onMade(result: Made) {
    setMade(result);
    void queries.invalidateQueries({ queryKey: SOURCES_KEY });
  }

  return (
    <Screen title={t.title} back={<BackLink to="/channels/sources">{back}</BackLink>}>
      <Steps label={t.steps} names={names} at={step} done={t.stepDone} />
      <StepContent at={step} name={names[step]}>
        {made && preset ? (
          <Finish {...made} preset={preset} />
        ) : preset ? (
          <Details preset={preset} onBack={() => setPreset(null)} onMade={onMade} />
        ) : (
          <Choose onChoose={setPreset} />
        )}
      </StepContent>
    </Screen>
  );
}
