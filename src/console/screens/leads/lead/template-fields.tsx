import { useQuery } from "@tanstack/react-query";
import {
  type Client,
  each,
  listChannels,
  listTemplates,
  type Template,
  type TemplateComponent,
} from "#client";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { Field, Input, Select } from "#console/ui/field";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { leadTexts } from "./texts";

/** A template with what stands in the places of its parameters. */
export type TemplateChoice = { template: Template; values: readonly string[] };

const PER_PAGE = 100;
const SENDABLE = ["approved", "local"];

/** The templates that can be sent now, and need nothing but texts. */
async function readTemplates(client: Client) {
  const templates: Template[] = [];
  for await (const channel of each(listChannels, { client, query: { per_page: PER_PAGE } })) {
    if (channel.platform !== "whatsapp" || channel.status !== "active") continue;
    const path = { channel: channel.id };
    const all = each(listTemplates, { client, path, query: { per_page: PER_PAGE } });
    for await (const template of all)
      if (
        SENDABLE.includes(template.status) &&
        template.parameters.every(({ kind, place }) => kind === "text" && place !== "button")
      )
        templates.push(template);
  }
  return templates;
}

/** The parameters of a message, as the API takes them. */
export function componentsOf({ template, values }: TemplateChoice): TemplateComponent[] {
  const given = template.parameters.map((parameter, at) => ({
    place: parameter.place,
    parameter: {
      type: "text",
      text: values[at] ?? "",
      ...(!/^\d+$/.test(parameter.name) && { parameter_name: parameter.name }),
    },
  }));
  return (["header", "body"] as const)
    .map((type) => ({
      type,
      parameters: given.filter(({ place }) => place === type).map(({ parameter }) => parameter),
    }))
    .filter(({ parameters }) => parameters.length > 0);
}

export function TemplateFields({
  choice,
  onChange,
  errors,
}: {
  choice: TemplateChoice | null;
  onChange: (choice: TemplateChoice) => void;
  errors: readonly string[] | undefined;
}) {
  const t = useTexts(leadTexts);
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["templates", "sendable"],
    queryFn: () => readTemplates(client),
  });
  if (error) return <ProblemNote error={error} />;
  if (!data) return <LoadingRows rows={2} />;
  if (data.length === 0) return <Note>{t.noTemplates}</Note>;
  return (
    <>
      <Field label={t.template} errors={errors}>
        {(control) => (
          <Select
            {...control}
            value={choice?.template.id ?? ""}
            onChange={({ target }) => {
              const template = data.find(({ id }) => id === Number(target.value));
              if (template) onChange({ template, values: template.parameters.map(() => "") });
            }}
          >
            <option value="" disabled>
              {t.chooseTemplate}
            </option>
            {data.map(({ id, name, language }) => (
              <option key={id} value={id}>
                {`${name} · ${language}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {choice?.template.parameters.map((parameter, at) => (
        <Field key={`${parameter.place} ${parameter.name}`} label={t.parameter(parameter.name)}>
          {(control) => (
            <Input
              {...control}
              dir="auto"
              placeholder={parameter.example ?? undefined}
              value={choice.values[at] ?? ""}
              onChange={({ target }) =>
                onChange({
                  ...choice,
                  values: choice.values.map((value, index) =>
                    index === at ? target.value : value,
                  ),
                })
              }
            />
          )}
        </Field>
      ))}
    </>
  );
}
