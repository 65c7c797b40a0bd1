import { exampleOf, ORIGIN, planeOf, snake } from "./samples.mjs";

const WORDS = { true: "True", false: "False", null: "None" };

/** A value as Python. */
const literalOf = (value) =>
  JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (part) => WORDS[part] ?? part,
  );

/** The call of an operation in Python with `requests`. A `file` is sent as it is. */
export function pythonOf(document, described) {
  const { method, path, parameters, operation } = described;
  const body = exampleOf(document, described);
  const required = parameters.filter((one) => one.in === "query" && one.required);
  const params = Object.fromEntries(required.map(({ name }) => [name, "…"]));
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `{${snake(name)}_id}`);
  const isFile = operation.requestBody && body === undefined;
  const lines = [
    `${url === path ? "" : "f"}"${ORIGIN}${url}",`,
    ...(planeOf(operation) === "open" ? [] : ['headers={"Authorization": f"Bearer {token}"},']),
    ...(required.length > 0 ? [`params=${literalOf(params)},`] : []),
    ...(body === undefined ? [] : [`json=${literalOf(body)},`]),
    ...(isFile ? ["data=file,"] : []),
  ];
  return [
    "import requests\n",
    `answer = requests.${method.toLowerCase()}(`,
    lines.join("\n").replace(/^/gm, "    "),
    ")",
    "print(answer.status_code, answer.json())",
  ].join("\n");
}
