// Makes the collection for Postman, Bruno and newman from the document: a request for each
// operation of a token, in an order in which all of them succeed in a new workspace.
import { operationsOf } from "../site/reference/operations.mjs";
import { planeOf, snake } from "../site/reference/samples.mjs";
import { FOLDERS } from "./collection-order.mjs";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const FILE = "First name,Phone\nMaud,+33 6 39 98 06 21\n";

/** Members of bodies that are other than in the document's example, whose channel is Meta's. */
const BODIES = {
  createChannel: { platform: "whatsapp", name: "Sandbox" },
  replaceChannel: { name: "Sandbox" },
  createShortLink: { destination_url: "https://example.com/?name={{first_name|friend}}" },
  replaceShortLink: { slug: "collection-{{short_link}}", destination_url: "https://example.com/" },
  createScenario: {
    name: "From the collection",
    platform: "whatsapp",
    is_active: true,
    nodes: [{ id: "pause", type: "delay", data: { seconds: 86_400 } }],
  },
  receiveMessage: { lead_id: 1, text: "Hello, is there a place left?" },
  reportMessageStatus: { status: "read" },
  updateConversation: { state: "open" },
  enrolLeads: { lead_ids: [1] },
  writeLeads: { mode: "upsert", leads: [{ ext_id: "collection-1", first_name: "Maud" }] },
  mergeLeads: { keep: "{{lead}}", merge: "{{other_lead}}" },
};

/** The variable that the id in a member of a body is, by the member's name. */
const REFERENCES = {
  lead_id: "lead",
  lead_ids: "lead",
  channel_id: "channel",
  tag_ids: "tag",
  attach_tag_ids: "tag",
  tracked_tag_ids: "tag",
};

/** Variables in paths that have another name than the parameter, by operation. */
const VARIABLES = { revokeToken: "token_id", deleteNote: "note" };

const withReferences = (value, name) => {
  if (REFERENCES[name])
    return Array.isArray(value) ? [`{{${REFERENCES[name]}}}`] : `{{${REFERENCES[name]}}}`;
  if (Array.isArray(value)) return value.map((item) => withReferences(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, own]) => [member, withReferences(own, member)]),
  );
};

/** The JSON of a body. What is nothing but a variable is a number, and so has no quotes. */
const jsonOf = (body) =>
  JSON.stringify(withReferences(body), null, 2).replace(/"(\{\{\w+\}\})"/g, "$1");

function bodyOf({ operationId, requestBody }) {
  if (!requestBody) return {};
  const { content } = requestBody;
  const json = content["application/json"];
  const [first] = Object.keys(content);
  const type = first === "*/*" ? "text/plain" : first;
  return {
    header: [{ key: "Content-Type", value: type }],
    body: {
      mode: "raw",
      raw: json ? jsonOf(BODIES[operationId] ?? json.example) : FILE,
      ...(json && { options: { raw: { language: "json" } } }),
    },
  };
}

/** The parameters that a request is sent with if somebody wants them. */
const optional = (parameters, place) =>
  parameters
    .filter((parameter) => parameter.in === place && !parameter.required)
    .map(({ name, description }) => ({ key: name, value: "", description, disabled: true }));

function urlOf(path, operationId, parameters) {
  const filled = path
    .replace("{version}", "1")
    .replace(/\{(\w+)\}/g, (_, name) => `{{${VARIABLES[operationId] ?? snake(name)}}}`);
  return {
    raw: `{{baseUrl}}${filled}`,
    host: ["{{baseUrl}}"],
    path: filled.slice(1).split("/"),
    query: optional(parameters, "query"),
  };
}

const script = (...lines) => [{ listen: "test", script: { type: "text/javascript", exec: lines } }];

/** Keeps a member of the answer: a message's id, say, for the requests that follow. */
function saving(keeps) {
  if (!keeps) return undefined;
  const [name, path = "data.id"] = keeps.split("=");
  const value = path.replace(/\.(\d+)/g, "[$1]");
  return script(`pm.collectionVariables.set("${name}", pm.response.json().${value});`);
}

/** A request by a line of the order. */
function itemOf(operations, line) {
  const [id, keeps] = line.split(" > ");
  const { method, path, parameters, operation } = operations.get(id);
  const { header = [], body } = bodyOf(operation);
  const event = saving(keeps);
  return {
    name: operation.summary,
    ...(event && { event }),
    request: {
      method,
      header: [...header, ...optional(parameters, "header")],
      url: urlOf(path, id, parameters),
      ...(body && { body }),
      description: operation.description ?? "",
    },
  };
}

/** The collection, in Postman's format 2.1, which the others read too. */
export function collectionOf(document) {
  const operations = new Map(
    operationsOf(document)
      .filter(({ operation }) => planeOf(operation) === "bearer")
      .map((one) => [one.operation.operationId, one]),
  );
  const item = Object.entries(FOLDERS).map(([name, lines]) => ({
    name,
    item: lines.map((line) => itemOf(operations, line)),
  }));
  const kept = Object.values(FOLDERS)
    .flat()
    .flatMap((line) => line.split(" > ")[1]?.split("=")[0] ?? []);
  return {
    info: {
      name: document.info.title,
      description:
        "Set `token` to a token of a workspace to try things out in: the requests, run in their " +
        "order, create what they need, and delete it at the end.",
      schema: SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    event: script('pm.test("succeeds", () => pm.expect(pm.response.code).to.be.within(200, 299));'),
    variable: [
      { key: "baseUrl", value: "/" },
      { key: "token", value: "" },
      ...kept.map((key) => ({ key, value: "" })),
    ],
    item,
  };
}
