import { OPERATOR_TOKEN } from "./serve.mjs";

/**
 * A client of a new workspace. `call` returns the status and the answer's `data`; `create` returns
 * the `data` of a resource, and throws if it was not created.
 */
export async function newWorkspace(origin) {
  const { data } = await callAs(OPERATOR_TOKEN, origin)("POST", "/v1/workspaces", {
    name: "Bench",
    default_country: "FR",
  });
  return { id: data.id, ...clientOf(origin, data.token) };
}

function clientOf(origin, token) {
  const call = callAs(token, origin);
  const create = async (path, body) => {
    const { status, data } = await call("POST", path, body);
    if (status !== 201) throw new Error(`POST ${path} was answered ${status}`);
    return data;
  };
  return { headers: headersOf(token), call, create };
}

const headersOf = (token) => ({
  Authorization: `Bearer ${token}`,
  "Content-Type": "application/json",
});

const callAs = (token, origin) => async (method, path, body) => {
  const answer = await fetch(origin + path, {
    method,
    headers: headersOf(token),
    body: body && JSON.stringify(body),
  });
  const { data } = await answer.json();
  return { status: answer.status, data };
};

/** Meters a request's D1 queries: status, trips, rowsRead, rowsWritten, statements. */
export async function meter(origin, { path, ...options }) {
  return (await fetch(origin + path, options)).json();
}

/** Meters the second of two requests that `next` makes, so that all caches are warm. */
export async function meterWarm(origin, next) {
  await meter(origin, next());
  return meter(origin, next());
}
