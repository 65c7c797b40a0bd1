import type { ComponentProps } from "react";
import { useTexts } from "#console/texts/catalogue";
import { Badge } from "#console/ui/badge";
import { ChoiceSelect } from "#console/ui/choice-select";
import { Field } from "#console/ui/field";
import { Row, Stack } from "#console/ui/stack";
import { useNames } from "../names";
import { stepNames, useWords } from "../words";
import { useForm, useProblems } from "./context";
import type { ControlProps } from "./control";
import { Create } from "./create";
import { useLabels } from "./labels";
import { useValueName } from "./scalar";
import { resolve } from "./schema";
import { fieldTexts } from "./texts";

type Id = string | number;
type Option = { id: Id; name: string };
type Offered = { options: readonly Option[]; creates?: ComponentProps<typeof Create>["what"] };

/** Several of a list, such as tags. What is chosen and unknown keeps its id as name. */
function Several({
  options,
  name,
  path,
  value = [],
  onChange,
  creates,
}: ControlProps<Id[]> & Offered) {
  const t = useTexts(fieldTexts);
  const { label, hint } = useLabels(name);
  const nameFor = (id: Id) => options.find((one) => one.id === id)?.name ?? String(id);
  const open = options.filter(({ id }) => !value.includes(id));
  return (
    <Field label={label} hint={hint} errors={useProblems(path, true)}>
      {(control) => (
        <Stack gap={2}>
          {value.length > 0 && (
            <Row gap={1} wraps>
              {value.map((id) => (
                <Badge
                  key={id}
                  tone="blue"
                  removeLabel={t.remove(nameFor(id))}
                  onRemove={() => onChange(value.filter((one) => one !== id))}
                >
                  {nameFor(id)}
                </Badge>
              ))}
            </Row>
          )}
          <ChoiceSelect
            {...control}
            none={t.choose}
            options={open.map(({ id, name: text }) => [id, text])}
            value={null}
            onChange={(id) => id !== null && onChange([...value, id])}
          />
          {creates && (
            <Create
              what={creates}
              choice={control.id}
              onCreated={(id) => !value.includes(id) && onChange([...value, id])}
            />
          )}
        </Stack>
      )}
    </Field>
  );
}

/** One of a list, such as a scenario. */
function One({ options, name, path, value, onChange, creates }: ControlProps<Id> & Offered) {
  const t = useTexts(fieldTexts);
  const { label, hint } = useLabels(name);
  const isKnown = value === undefined || options.some(({ id }) => id === value);
  const unknown = isKnown ? [] : [{ id: value, name: String(value) }];
  return (
    <Field label={label} hint={hint} errors={useProblems(path)}>
      {(control) => (
        <Stack gap={2}>
          <ChoiceSelect
            {...control}
            none={t.choose}
            options={[...unknown, ...options].map(({ id, name: text }) => [id, text])}
            value={value}
            onChange={(id) => onChange(id ?? undefined)}
          />
          {creates && <Create what={creates} choice={control.id} onCreated={onChange} />}
        </Stack>
      )}
    </Field>
  );
}

/** Several of the values that a schema lists. */
export function Choices({ value, schema, ...props }: ControlProps) {
  const valueName = useValueName(props.name);
  const { enum: values = [] } = resolve(schema.items ?? {});
  const options = values.map((one) => ({ id: String(one), name: valueName(one) }));
  const set = (next: Id[] | undefined) => props.onChange(next?.length ? next : undefined);
  return (
    <Several {...props} schema={schema} value={idsIn(value)} options={options} onChange={set} />
  );
}

const isId = (value: unknown): value is Id =>
  typeof value === "number" || typeof value === "string";
const idsIn = (value: unknown) => (Array.isArray(value) ? value.filter(isId) : undefined);

/** The names of settings that refer to something. */
export const REFERENCES = [
  "tag_ids",
  "channel_ids",
  "segment_id",
  "source_ids",
  "tag_id",
  "scenario_id",
  "assignee_id",
  "short_link_ids",
  "node_ids",
  "node_id",
  "stages",
];

/** The picker of what a setting refers to, by the setting's name. */
export function ReferenceControl({ value, ...props }: ControlProps) {
  const names = useNames();
  const { nodes } = useForm();
  const words = useWords();
  const links = names.links.map(({ id, slug, label }) => ({ id, name: label ?? slug }));
  const nodeOptions = () => [...stepNames(words, nodes)].map(([id, name]) => ({ id, name }));
  switch (props.name) {
    case "tag_ids":
      return <Several {...props} value={idsIn(value)} options={names.tags} creates="tags" />;
    case "short_link_ids":
      return <Several {...props} value={idsIn(value)} options={links} creates="links" />;
    case "channel_ids":
      return <Several {...props} value={idsIn(value)} options={names.channels} />;
    case "source_ids":
      return <Several {...props} value={idsIn(value)} options={names.sources} />;
    case "segment_id":
      return <One {...props} value={isId(value) ? value : undefined} options={names.segments} />;
    case "node_ids":
      return <Several {...props} value={idsIn(value)} options={nodeOptions()} />;
    case "stages": {
      const stages = Object.entries(words.g.stages).map(([id, name]) => ({ id, name }));
      return <Several {...props} value={idsIn(value)} options={stages} />;
    }
    case "tag_id":
      return (
        <One
          {...props}
          value={isId(value) ? value : undefined}
          options={names.tags}
          creates="tags"
        />
      );
    case "assignee_id":
      return <One {...props} value={isId(value) ? value : undefined} options={names.assignees} />;
    case "node_id":
      return <One {...props} value={isId(value) ? value : undefined} options={nodeOptions()} />;
    default:
      return <One {...props} value={isId(value) ? value : undefined} options={names.scenarios} />;
  }
}
