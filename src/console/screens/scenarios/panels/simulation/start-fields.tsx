import type { Platform, ScenarioTrigger } from "#client";
import { SelectField, TextField } from "#console/data/form/fields";
import { fieldsOf } from "#console/data/form/use-form";
import { headLine } from "#console/screens/scenarios/editor/triggers/lines";
import { useWords } from "#console/screens/scenarios/editor/words";
import { useTexts } from "#console/texts/catalogue";
import { askedBy, causesOn, choiceOf } from "./start";
import { texts } from "./texts";

type Chosen = { start: string | null; startValue: string | null };

/** The way by which the run starts: by hand, by what happens, or by a certain trigger. */
export function StartFields({
  platform,
  triggers,
  values,
  onChange,
}: {
  platform: Platform;
  triggers: readonly ScenarioTrigger[];
  values: Chosen;
  onChange: (change: Partial<Chosen>) => void;
}) {
  const t = useTexts(texts);
  const words = useWords();
  const form = fieldsOf(values, (change: Partial<Chosen>) =>
    onChange("start" in change ? { ...change, startValue: "" } : change),
  );
  const asked = askedBy(values.start ?? "");
  const options = {
    tag_id: words.names.tags.map(({ id, name }) => [`${id}`, name] as const),
    short_link_id: words.names.links.map(
      ({ id, slug, label }) => [`${id}`, label ?? slug] as const,
    ),
    to: Object.entries(words.g.stages),
    booking: Object.entries(words.values.get("booking.state") ?? {}),
  };
  return (
    <>
      <SelectField
        form={form}
        name="start"
        label={t.startedBy}
        none={t.enrolled}
        options={[
          ...causesOn(platform).map((type) => [type, t.causes[type]] as const),
          ...triggers.map((one) => [choiceOf(one.id), t.byTrigger(headLine(words, one))] as const),
        ]}
      />
      {(asked === "text" || asked === "name") && (
        <TextField form={form} name="startValue" label={t.asked[asked]} dir="auto" />
      )}
      {(asked === "tag_id" ||
        asked === "short_link_id" ||
        asked === "to" ||
        asked === "booking") && (
        <SelectField
          form={form}
          name="startValue"
          label={t.asked[asked]}
          none={t.choose}
          options={options[asked]}
        />
      )}
    </>
  );
}
