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

/**
 * The part of the document for the editor of scenarios: the name of each node type's schema, and
 * the schemas with all that they refer to.
 *
 * @param {object} document the OpenAPI document
 * @returns {{ types: Record<string, string>, schemas: Record<string, object> }}
 */
export function nodeTypesOf(document) {
  const { mapping } = document.components.schemas.KnownNode.discriminator;
  const types = Object.fromEntries(
    Object.entries(mapping).map(([type, reference]) => [type, reference.split("/").at(-1)]),
  );
  return { types, schemas: schemasOf(document, Object.values(types)) };
}
