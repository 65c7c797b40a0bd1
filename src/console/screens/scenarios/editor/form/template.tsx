import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import {
  type Client,
  listChannels,
  listTemplates,
  type Template,
  type TemplatePlaceholder,
} from "#client";
import { platformRow } from "#console/data/platforms";
import { nameTexts } from "#console/names/texts";
import { useClient, useMay } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Soft } from "#console/ui/text";
import { type Settings, textFor } from "../graph";
import { useForm } from "./context";
import { PlaceholderField } from "./placeholder-field";
import { componentKey, componentsOf, excerptOf, pathsIn, valuesIn } from "./template-parts";
import { fieldTexts } from "./texts";

const PER_PAGE = 100;

/** The templates of all channels, each name and language once. */
async function loadTemplates(client: Client) {
  const { data: channels } = await listChannels({ client, query: { per_page: PER_PAGE } });
  const pages = await Promise.all(
    channels
      .filter(({ platform }) => platformRow(platform).hasTemplates)
      .map(({ id }) =>
        listTemplates({ client, path: { channel: id }, query: { per_page: PER_PAGE } }),
      ),
  );
  const byName = new Map<string, Template>();
  for (const template of pages.flatMap(({ data }) => data))
    byName.set(`${template.name} ${template.language}`, template);
  return [...byName.values()];
}

function useTemplates() {
  const client = useClient();
  const may = useMay("channels:read");
  const { data } = useQuery({
    queryKey: ["templates", "all"],
    queryFn: () => loadTemplates(client),
    enabled: may,
  });
  return data ?? [];
}

/** Names the field of a placeholder. */
function usePlaceholderLabel() {
  const t = useTexts(fieldTexts);
  const { templatePlaces } = useTexts(nameTexts);
  return ({ place, card, name, kind }: TemplatePlaceholder) => {
    const spot = templatePlaces[place];
    const label = kind === "limited_time_offer" ? spot : t.parameter(spot, name);
    return card === null ? label : t.onCard(card + 1, label);
  };
}

/** A template, and what stands for its placeholders. */
export function TemplateFields({
  path,
  value,
  onChange,
  children,
}: {
  path: string;
  value: Settings;
  onChange: (value: Settings) => void;
  /** The form by hand, for a template that is not known. */
  children: (hidden: string[]) => ReactNode;
}) {
  const t = useTexts(fieldTexts);
  const labelOf = usePlaceholderLabel();
  const templates = useTemplates();
  const { problems } = useForm();
  const textsAt = (isThere: (at: string) => boolean) => [
    ...new Set(problems.flatMap(({ path: at, text }) => (at && isThere(at) ? [text] : []))),
  ];
  const chosen = templates.find(
    ({ name, language }) => name === value.name && language === value.language,
  );
  const keyOf = ({ name, language }: { name?: unknown; language?: unknown }) =>
    `${textFor(name)} ${textFor(language)}`;
  const choose = (key: string | null) => {
    const template = templates.find((one) => keyOf(one) === key);
    const { components: _, ...others } = value;
    if (!template) return;
    const { name, language, parameters } = template;
    const values = parameters.map(({ example }) => example ?? "");
    onChange({
      ...others,
      name,
      language,
      ...(parameters.length > 0 && { components: componentsOf(parameters, values) }),
    });
  };
  const placeholders = chosen?.parameters ?? [];
  const values = valuesIn(value.components, placeholders);
  const paths = pathsIn(value.components, placeholders).map((place) => `${path}.${place}`);
  const isAtValue = (at: string) => paths.some((place) => at.startsWith(`${place}.`));
  // Problems of the template as a whole stand at the choice of it.
  const errors = textsAt(
    (at) => (at === path && path === "data") || (at.startsWith(`${path}.`) && !isAtValue(at)),
  );
  const isKnown = typeof value.name !== "string" || value.name === "" || chosen !== undefined;
  if (templates.length === 0)
    return (
      <>
        <Soft size="small">{t.noTemplates}</Soft>
        {children([])}
      </>
    );
  return (
    <>
      <Field label={t.template} errors={errors}>
        {(control) => (
          <ChoiceSelect
            {...control}
            none={t.choose}
            options={[
              ...(isKnown ? [] : [[keyOf(value), keyOf(value)] as const]),
              ...templates.map((one) => [keyOf(one), `${one.name} · ${one.language}`] as const),
            ]}
            value={value.name ? keyOf(value) : null}
            onChange={choose}
          />
        )}
      </Field>
      {!isKnown && children(["name", "language"])}
      {placeholders.map((placeholder, index) => (
        <PlaceholderField
          key={`${componentKey(placeholder)} ${placeholder.name}`}
          label={labelOf(placeholder)}
          hint={
            placeholder.kind === "limited_time_offer"
              ? t.offerEnd
              : excerptOf(chosen?.components, placeholder)
          }
          errors={textsAt((at) => at.startsWith(`${paths[index]}.`))}
          placeholder={placeholder.example ?? undefined}
          value={values[index] ?? ""}
          onChange={(text) =>
            onChange({ ...value, components: componentsOf(placeholders, values.with(index, text)) })
          }
        />
      ))}
    </>
  );
}
