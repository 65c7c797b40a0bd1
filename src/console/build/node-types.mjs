/** The named schemas of the document, and all that they refer to, by name. */
function schemasOf(document, names) {
  const found = {};
  const wanted = [...names];
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (name in found) continue;
    const schema = document.components.schemas[name];
    found[name] = schema;
    for (const [, other] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      wanted.push(other);
  }
  return found;
}

/** The name of the schema of each type that a union has. */
const typesIn = ({ discriminator: { mapping } }) =>
  Object.fromEntries(
    Object.entries(mapping).map(([type, reference]) => [type, reference.split("/").at(-1)]),
  );

/**
 * The part of the document for the editor of scenarios: the name of the schema of each type of
 * node and of trigger, the schemas with all that they refer to, and the most triggers of a
 * scenario.
 *
 * @param {object} document the OpenAPI document
 * @returns {{
 *   types: Record<string, string>,
 *   triggers: Record<string, string>,
 *   schemas: Record<string, object>,
 *   mostTriggers: number,
 * }}
 */
export function nodeTypesOf(document) {
  const { KnownNode, KnownTrigger, ScenarioInput } = document.components.schemas;
  const [types, triggers] = [typesIn(KnownNode), typesIn(KnownTrigger)];
  const schemas = schemasOf(document, [...Object.values(types), ...Object.values(triggers)]);
  return { types, triggers, schemas, mostTriggers: ScenarioInput.properties.triggers.maxItems };
}
