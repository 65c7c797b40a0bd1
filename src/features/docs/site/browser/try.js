// A form for each operation of the reference that calls it.
const TOKEN_KEY = "token";

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  Object.assign(made, attributes);
  made.append(...children);
  return made;
}

const labelled = (name, input) =>
  element("label", {}, element("span", { textContent: name }), input);

/** Tokens are kept until the tab is closed, one for each plane. */
function tokenField(plane) {
  const key = `${plane}-${TOKEN_KEY}`;
  const demo = plane === "bearer" ? document.documentElement.dataset.demoToken : undefined;
  const input = element("input", {
    value: sessionStorage.getItem(key) ?? demo ?? "",
    autocomplete: "off",
    spellcheck: false,
  });
  input.addEventListener("input", () => sessionStorage.setItem(key, input.value));
  return input;
}

/** The URL of an operation with the values of its fields. */
function urlOf(path, fields) {
  let filled = path;
  const query = new URLSearchParams();
  for (const [{ place, name }, input] of fields) {
    const value = input.value.trim();
    if (place === "path") filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (name.endsWith("[]"))
      for (const item of value.split(",").filter(Boolean)) query.append(name, item.trim());
    else if (value !== "") query.set(name, value);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function send({ method, path }, fields, token, body, output) {
  output.hidden = false;
  output.textContent = "…";
  try {
    const answer = await fetch(urlOf(path, fields), {
      method,
      redirect: "manual",
      headers: {
        ...(token?.value && { Authorization: `Bearer ${token.value}` }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: body.value }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("Content-Type")?.includes("json");
    const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.textContent = `${answer.status || "A redirect"} ${answer.statusText}\n\n${shown}`;
  } catch (error) {
    output.textContent = `No answer: ${error.message}`;
  }
}

function formOf(operation) {
  const fields = operation.parameters.map((parameter) => [
    parameter,
    element("input", { required: parameter.required, autocomplete: "off" }),
  ]);
  const token = operation.plane === "open" ? undefined : tokenField(operation.plane);
  const body =
    operation.body === undefined
      ? undefined
      : element("textarea", {
          value: JSON.stringify(operation.body, null, 2),
          rows: 8,
          spellcheck: false,
        });
  const output = element("pre", { hidden: true, tabIndex: 0 });
  const form = element(
    "form",
    {},
    ...(token
      ? [labelled(operation.plane === "operator" ? "Operator token" : "Token", token)]
      : []),
    ...fields.map(([{ name }, input]) => labelled(name, input)),
    ...(body ? [labelled("Body", body)] : []),
    element("button", { className: "button", textContent: `Send ${operation.method}` }),
    output,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(operation, fields, token, body, output);
  });
  return form;
}

/** Offers to try an operation; its form is made when it is opened. */
export function offerTrial(place) {
  const details = element("details", {}, element("summary", { textContent: "Try it" }));
  details.addEventListener(
    "toggle",
    () => details.append(formOf(JSON.parse(place.dataset.operation))),
    { once: true },
  );
  place.append(details);
}
