import { useQuery } from "@tanstack/react-query";
import {
  type Client,
  listChannels,
  listTemplates,
  type Template,
  type TemplatePlaceholder,
} from "../../../../../client/index";
import { useClient, useMay } from "../../../../session/session";
import { useTexts } from "../../../../texts/catalogue";
import { Field, Input, Select } from "../../../../ui/field";
import { isObject, type Settings } from "../graph";
import { useProblems } from "./context";
import styles from "./form.module.css";
import { fieldTexts } from "./texts";

const PER_PAGE = 100;

/** The templates of all channels for WhatsApp, each name and language once. */
async function loadTemplates(client: Client) {
  const { data: channels } = await listChannels({ client, query: { per_page: PER_PAGE } });
  const pages = await Promise.all(
    channels
      .filter(({ platform }) => platform === "whatsapp")
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

type Part = { type: string; sub_type?: string; index?: string; parameters: Settings[] };

const componentKey = ({ place, index }: Pick<TemplatePlaceholder, "place" | "index">) =>
  index === null ? place : `${place} ${index}`;

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);

/** The value of a parameter, in the member that its kind has. */
function parameterText(parameter: Settings | undefined, kind: string) {
  const value = parameter?.[kind];
  return String((isObject(value) ? value.link : value) ?? "");
}

const parameterOf = ({ kind, name }: TemplatePlaceholder, text: string): Settings => ({
  type: kind,
  ...(!/^\d+$/.test(name) && kind === "text" && { parameter_name: name }),
  [kind]: ["image", "video", "document"].includes(kind) ? { link: text } : text,
});

/** The values that a template's settings have for its placeholders, in the placeholders' order. */
function valuesIn(components: unknown, placeholders: readonly TemplatePlaceholder[]) {
  const next = new Map<string, number>();
  return placeholders.map((placeholder) => {
    const key = componentKey(placeholder);
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    const component = listOf(components).find(
      ({ type, index }) =>
        String(type).toLowerCase() === placeholder.place &&
        (placeholder.index === null || String(index) === String(placeholder.index)),
    );
    return parameterText(listOf(component?.parameters)[place], placeholder.kind);
  });
}

function componentsOf(placeholders: readonly TemplatePlaceholder[], values: readonly string[]) {
  const parts = new Map<string, Part>();
  placeholders.forEach((placeholder, index) => {
    const key = componentKey(placeholder);
    const part = parts.get(key) ?? {
      type: placeholder.place,
      ...(placeholder.index !== null && {
        sub_type: placeholder.kind === "coupon_code" ? "copy_code" : "url",
        index: String(placeholder.index),
      }),
      parameters: [],
    };
    part.parameters.push(parameterOf(placeholder, values[index] ?? ""));
    parts.set(key, part);
  });
  return [...parts.values()];
}

/** A template, and what stands for its placeholders. */
export function TemplateFields({
  path,
  value,
  onChange,
}: {
  path: string;
  value: Settings;
  onChange: (value: Settings) => void;
}) {
  const t = useTexts(fieldTexts);
  const templates = useTemplates();
  const errors = [
    ...useProblems(path),
    ...useProblems(`${path}.name`),
    ...useProblems(`${path}.language`),
  ];
  const parameterErrors = useProblems(`${path}.components`, true);
  const chosen = templates.find(
    ({ name, language }) => name === value.name && language === value.language,
  );
  const keyOf = ({ name, language }: { name?: unknown; language?: unknown }) =>
    `${name} ${language}`;
  const choose = (key: string) => {
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
  const isKnown = typeof value.name !== "string" || value.name === "" || chosen !== undefined;
  if (templates.length === 0)
    return (
      <>
        <p className={styles.hint}>{t.noTemplates}</p>
        {(["name", "language"] as const).map((name) => (
          <Field key={name} label={t.labels[name]} errors={name === "name" ? errors : []}>
            {(control) => (
              <Input
                {...control}
                value={String(value[name] ?? "")}
                onChange={({ target }) => onChange({ ...value, [name]: target.value })}
              />
            )}
          </Field>
        ))}
      </>
    );
  return (
    <>
      <Field label={t.template} errors={errors}>
        {(control) => (
          <Select
            {...control}
            value={value.name ? keyOf(value) : ""}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{t.choose}</option>
            {!isKnown && <option value={keyOf(value)}>{keyOf(value)}</option>}
            {templates.map((template) => (
              <option key={keyOf(template)} value={keyOf(template)}>
                {template.name} · {template.language}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {placeholders.map((placeholder, index) => (
        <Field
          key={`${componentKey(placeholder)} ${placeholder.name}`}
          label={t.parameter(t.places[placeholder.place], placeholder.name)}
          errors={index === 0 ? parameterErrors : []}
        >
          {(control) => (
            <Input
              {...control}
              dir="auto"
              placeholder={placeholder.example ?? undefined}
              value={values[index] ?? ""}
              onChange={({ target }) =>
                onChange({
                  ...value,
                  components: componentsOf(placeholders, values.with(index, target.value)),
                })
              }
            />
          )}
        </Field>
      ))}
    </>
  );
}
