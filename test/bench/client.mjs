import { request } from "node:http";
import { OPERATOR_TOKEN } from "./serve.mjs";

/** Calls an operation of the operator. Returns its `data`, and throws if it was refused. */
export async function operate(origin, method, path, body) {
  const { status, data } = await callAs(OPERATOR_TOKEN, origin)(method, path, body);
  if (status >= 300) throw new Error(`${method} ${path} was answered ${status}`);
  return data;
}

/**
 * A client of a new workspace. `call` returns the status and the answer's `data`, or its
 * `problem`; `create` returns the `data` of a resource, and throws if it was not created.
 */
export async function newWorkspace(origin, more) {
  const data = await operate(origin, "POST", "/v1/workspaces", {
    name: "Bench",
    default_country: "FR",
    ...more,
  });
  return { id: data.id, ...clientOf(origin, data.token) };
}

function clientOf(origin, token) {
  const call = callAs(token, origin);
  const create = async (path, body) => {
    const { status, data, problem } = await call("POST", path, body);
    if (status !== 201)
      throw new Error(`POST ${path} was answered ${status}: ${JSON.stringify(problem)}`);
    return data;
  };
  return { headers: headersOf(token), call, create };
}

const headersOf = (token) => ({
  Authorization: `Bearer ${token}`,
  "Content-Type": "application/json",
});

const callAs = (token, origin) => async (method, path, body) => {
  const { status, json } = await ask(origin, {
    path,
    method,
    headers: headersOf(token),
    body: body && JSON.stringify(body),
  });
  return { status, data: json?.data, problem: json?.errors ?? json?.message };
};

/** Asks on a connection of its own: one that has idled may be closed just as it is used again. */
export const ask = (origin, { path, body, ...options }) =>
  new Promise((resolve, reject) => {
    const sent = request(origin + path, { ...options, agent: false }, async (answer) => {
      const text = (await answer.toArray()).join("");
      resolve({ status: answer.statusCode, json: text === "" ? null : JSON.parse(text) });
    });
    sent.on("error", reject).end(body);
  });

/** Meters a request's D1 queries: status, trips, rowsRead, rowsWritten, statements. */
export const meter = async (origin, options) => (await ask(origin, options)).json;

/** Meters the second of two requests that `next` makes, so that all caches are warm. */
export async function meterWarm(origin, next) {
  await meter(origin, next());
  return meter(origin, next());
}
