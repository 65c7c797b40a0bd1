import { newWorkspace, unique } from "./api";
import { openapi, type Route } from "./document";
import { kindsFor, names, newResources } from "./resources";

// The document's examples of operations, made to refer to the resources of a workspace.

const { components } = await openapi();

export type Body = Record<string, unknown>;
export type Schema = { $ref?: string; properties?: Record<string, object>; examples?: Body[] };

export function bodySchemaOf({ operation }: Route) {
  const schema = operation.requestBody?.content["application/json"]?.schema as Schema | undefined;
  return schema?.$ref ? (components.schemas[schema.$ref.split("/").at(-1)!] as Schema) : schema;
}

/** The body of a request that takes a file in place of JSON. */
export const fileFor = ({
  operation: { requestBody },
}: Route): { raw?: string; headers: Record<string, string> } =>
  requestBody && !requestBody.content["application/json"]
    ? { raw: "a file", headers: { "Content-Type": "image/png" } }
    : { headers: {} };

/** A workspace with a resource of each kind, or of those that are wanted. */
export async function resources(wanted?: string[]) {
  const client = await newWorkspace();
  return { ...(await newResources(client, wanted)), client };
}

export type Resources = Awaited<ReturnType<typeof resources>>;

export const pathOf = ({ path }: Route, ids: Record<string, number | string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = ids[name] ?? names[name];
    if (value === undefined) throw new Error(`${path}: "newResources" makes nothing for {${name}}`);
    return String(value);
  });

export const isTagList = (field: string) => /^(\w+_)?tag_ids$/.test(field);
export const isList = (field: string) => isTagList(field) || field === "lead_ids";
const isTag = (field: string) => /^tag_on_\w+_id$/.test(field);
/** The fields that refer to a row by its id, and its kind. */
const ROWS: Record<string, "lead" | "otherLead" | "channel" | "assignee" | "message"> = {
  lead_id: "lead",
  channel_id: "channel",
  assignee_id: "assignee",
  keep: "lead",
  merge: "otherLead",
  message_id: "message",
};
const isRow = (field: string) => field in ROWS;
export const isReference = (field: string) => isList(field) || isTag(field) || isRow(field);
/** The kind of resource that the field refers to, by the name of its path parameter. */
export const kindOf = (field: string) => (field === "lead_ids" ? "lead" : (ROWS[field] ?? "tag"));
/** Ids that the service does not assign, or for which no row has to exist. */
export const isForeignKey = (field: string) =>
  [
    "ext_id",
    "external_id",
    "whatsapp_phone_number_id",
    "run_id",
    "instagram_id",
    "business_account_id",
    "short_link_id",
    "trigger_id",
    "event_id",
    "comment_id",
    "answered_message_id",
    "media_id",
    "ad_id",
    "delivery_id",
    "parent_id",
    "source_id",
  ].includes(field);
/** A GET that shows a secret and therefore needs a write ability. */
const SHOWS_SECRET = "getDefaultSecret";
export const isReadOnly = ({ method, operation: { operationId, "x-tool": kind } }: Route) =>
  method === "GET" ? operationId !== SHOWS_SECRET : kind === "read";

/** A documented example with its references replaced by these resources. */
export const referringTo = (example: Body, { ids, tags }: Pick<Resources, "ids" | "tags">): Body =>
  Object.fromEntries(
    Object.entries(example).map(([field, value]) => {
      if (isTagList(field)) return [field, (value as number[]).map((_, index) => tags[index])];
      if (field === "lead_ids") return [field, [ids.lead]];
      if (isTag(field)) return [field, tags[0]];
      return [field, isRow(field) ? ids[kindOf(field)] : value];
    }),
  );

/** Values of the fields that must be unique, new ones each time. */
const NEW_VALUES: Record<string, (body: Body) => unknown> = {
  label: () => `new-${unique()}`,
  slug: () => `new-${unique()}`,
  ext_id: () => `new-${unique()}`,
  shortcut: () => `new-${unique()}`,
  external_id: () => String(unique()),
  email: () => `new-${unique()}@example.com`,
  phone: () => `+3361${String(unique()).padStart(7, "0")}`,
  // A template's, and a segment's; other names need not be unique.
  name: (body) => ("language" in body || "filter" in body ? `new_${unique()}` : body.name),
};

/** A body with new values where no two rows may have the same. */
export const withNewValues = (body: Body): Body => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(NEW_VALUES).flatMap(([field, newValue]) =>
      field in body ? [[field, newValue(body)]] : [],
    ),
  ),
});

/** The kinds of resources that the operation's path and examples refer to. */
export function kindsOf(route: Route): string[] {
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const fields = (bodySchemaOf(route)?.examples ?? []).flatMap(Object.keys).filter(isReference);
  const ofBody = fields.flatMap((field) =>
    isTagList(field) ? ["tag", "otherTag"] : [kindOf(field)],
  );
  return [...kindsFor(route.operation.operationId, parameters), ...ofBody];
}

export const exampleOf = (route: Route, own: Resources, which = 0) => {
  const example = bodySchemaOf(route)?.examples?.[which];
  return (
    example && {
      ...referringTo(example, own),
      ...("slug" in example && { slug: `slug-${unique()}` }),
    }
  );
};
