import { useQuery } from "@tanstack/react-query";
import {
  type Client,
  each,
  listChannels,
  listTemplates,
  type Template,
  type TemplateComponent,
} from "#client";
import { FormField, TextField } from "#console/data/form/fields";
import { type Fields, part } from "#console/data/form/use-form";
import { platformRow } from "#console/data/platforms";
import { useClient } from "#console/session/session";
import { useTexts } from "#console/texts/catalogue";
import { ChoiceSelect } from "#console/ui/choice-select";
import { LoadingRows, Note, ProblemNote } from "#console/ui/states";
import { leadTexts } from "./texts";

/** A template with what stands in the places of its parameters. */
export type TemplateChoice = { template: Template | null; parameters: Record<string, string> };

const PER_PAGE = 100;
const SENDABLE = ["approved", "local"];

/** The templates that can be sent now, and need nothing but texts. */
async function readTemplates(client: Client) {
  const templates: Template[] = [];
  for await (const channel of each(listChannels, { client, query: { per_page: PER_PAGE } })) {
    if (!platformRow(channel.platform).hasTemplates || channel.status !== "active") continue;
    const path = { channel: channel.id };
    const all = each(listTemplates, { client, path, query: { per_page: PER_PAGE } });
    for await (const template of all)
      if (
        SENDABLE.includes(template.status) &&
        template.unsupported.length === 0 &&
        template.parameters.every(
          ({ kind, place, card }) => kind === "text" && place !== "button" && card === null,
        )
      )
        templates.push(template);
  }
  return templates;
}

const keyOf = ({ place, name }: Template["parameters"][number]) => `${place} ${name}`;

/** The parameters of a message, as the API takes them. */
export function componentsOf(
  template: Template,
  typed: Record<string, string>,
): TemplateComponent[] {
  const given = template.parameters.map((parameter) => ({
    place: parameter.place,
    parameter: {
      type: "text",
      text: typed[keyOf(parameter)] ?? "",
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

export function TemplateFields({ form }: { form: Fields<TemplateChoice> }) {
  const t = useTexts(leadTexts);
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ["templates", "sendable"],
    queryFn: () => readTemplates(client),
  });
  if (error) return <ProblemNote error={error} />;
  if (!data) return <LoadingRows rows={2} />;
  if (data.length === 0) return <Note>{t.noTemplates}</Note>;
  const choose = (id: number | null) =>
    form.set({ template: data.find((template) => template.id === id) ?? null, parameters: {} });
  return (
    <>
      <FormField form={form} name="template" label={t.template}>
        {(control, template) => (
          <ChoiceSelect
            {...control}
            ask={t.chooseTemplate}
            options={data.map(({ id, name, language }) => [id, `${name} · ${language}`])}
            value={template?.id}
            onChange={choose}
          />
        )}
      </FormField>
      {form.values.template?.parameters.map((parameter) => (
        <TextField
          key={keyOf(parameter)}
          form={part(form, "parameters")}
          name={keyOf(parameter)}
          label={t.parameter(parameter.name)}
          dir="auto"
          placeholder={parameter.example ?? undefined}
        />
      ))}
    </>
  );
}
