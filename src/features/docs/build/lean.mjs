// What the Worker runs of the sources. They also hold what only the OpenAPI document shows, which
// document.mjs makes of them as they are. Here that is left out, and the members of an object's
// schema are made when the schema is first used: zod reads them once, and not before.
import { readFile } from "node:fs/promises";
import { ts } from "@ts-morph/common";

/** The members that the Worker reads of what describes an operation, a schema or a type of node. */
const READ = {
  operation: ["answer", "resourcePath", "audit", "evenFull"],
  list: ["answer", "resourcePath"],
  operationWithoutBody: ["resourcePath", "audit", "evenFull"],
  meta: ["minLength"],
  documentation: ["data"],
};
/** The functions that return their first argument with what the others say of it. */
const DESCRIBES = /^document(ed|Settings)$/;
const MAKES_OBJECT = /^((loose|strict)?[oO]bject|extend)$/;
const LISTS = /\banswer: pageOf\(/;
const VALIDATES_BODY = /^(validate\("json"|validateIfSent\()/;

/** Of zod, what makes JSON Schema of schemas. */
const RENDERER = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
/**
 * What has the library of MCP make all its schemas as the Worker starts, and validate JSON by schemas,
 * which nothing asks of it.
 */
const MCP_SHIMS = /@modelcontextprotocol\/server\/dist\/shimsWorkerd\.mjs$/;
/** What makes the document. */
const DOCUMENT = /\/src\/(features\/docs|http\/openapi)\//;

const isModule = (path) => /\/src\/.*\.ts$/.test(path) && !DOCUMENT.test(path);

/**
 * The source of a module as the Worker runs it. Everything stays in its line.
 *
 * @param {{ droppable?: boolean }} options `droppable` marks the constants of a module so that a
 *   bundler drops those that nothing reads any more.
 */
export function leanSource(path, text, { droppable = false } = {}) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const edits = [];
  const replace = (from, to, by) => {
    const lines = text.slice(from, to).split("\n").length - 1;
    edits.push({ from, to, by: by + "\n".repeat(lines) });
  };
  const remove = (from, to) => replace(from, to, "");
  const wrap = (before, node, after) => {
    replace(node.getStart(), node.getStart(), before);
    visit(node);
    replace(node.end, node.end, after);
  };

  const keep = (object, names) => {
    for (const member of object.properties) {
      if (!member.name) throw new Error(`${path}: ${member.getText()} hides what it has`);
      if (names.includes(member.name.text)) visit(member);
      else remove(member.pos, member.end + (text[member.end] === "," ? 1 : 0));
    }
  };
  /** Leaves only one part of what goes on to `end`. */
  const only = (part, end) => {
    visit(part);
    remove(part.end, end);
  };
  const makeLater = ({ name, initializer }) => {
    replace(name.getStart(), name.getStart(), "get ");
    replace(name.end, initializer.getStart(), "() { return ");
    visit(initializer);
    replace(initializer.end, initializer.end, "; }");
  };

  /** What to do with a node instead of visiting its parts; undefined for most. */
  const edit = (node) => {
    if (isDocumentation(node)) return () => keep(node.initializer, READ.documentation);
    if (droppable && isConstant(node) && mayDoWork(node.initializer))
      return () => wrap("/* @__PURE__ */ (() => (", node.initializer, "))()");
    if (!ts.isCallExpression(node)) return;
    const { expression: called, arguments: given, parent, end } = node;
    const [first] = given;
    if (ts.isIdentifier(called) && called.text === "operation")
      return () => keep(first, READ[kindOf(first, parent)]);
    if (ts.isIdentifier(called) && DESCRIBES.test(called.text))
      return () => only(first, given.at(-1).end);
    if (!ts.isPropertyAccessExpression(called) || !first) return;
    const { expression: schema, name } = called;
    if (name.text === "meta" && isObject(first) && READ.meta.some((read) => hasMember(first, read)))
      return () => {
        visit(schema);
        keep(first, READ.meta);
      };
    if (name.text === "meta" || name.text === "describe") return () => only(schema, end);
    if (MAKES_OBJECT.test(name.text) && isObject(first))
      return () => {
        visit(schema);
        for (const member of first.properties)
          if (ts.isPropertyAssignment(member) && mayDoWork(member.initializer)) makeLater(member);
          else visit(member);
        for (const other of given.slice(1)) visit(other);
      };
  };
  const visit = (node) => {
    const change = edit(node);
    if (change) change();
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return edited(text, edits);
}

function edited(text, edits) {
  let [result, at] = ["", 0];
  for (const { from, to, by } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, from) + by;
    at = to;
  }
  return result + text.slice(at);
}

const isObject = (node) => ts.isObjectLiteralExpression(node);
const hasMember = (object, name) => object.properties.some((member) => member.name?.text === name);
const mayDoWork = (node) =>
  !ts.isArrowFunction(node) && /[(.]/.test(node.getText()) && !/\bawait\b/.test(node.getText());
/** Whether it is how the documentation of a type of node is written. */
const isDocumentation = (node) =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) &&
  /documentation$/i.test(node.name.text) &&
  node.initializer !== undefined &&
  isObject(node.initializer);
const isConstant = (node) =>
  ts.isVariableDeclaration(node) &&
  ts.isIdentifier(node.name) &&
  node.initializer !== undefined &&
  ts.isSourceFile(node.parent.parent.parent);
/** Of which members the Worker reads an operation. */
const kindOf = (operation, route) =>
  hasBody(route)
    ? "operation"
    : LISTS.test(operation.getText()) && !namesColumns(route)
      ? "list"
      : "operationWithoutBody";
/** Whether the handler of a list names the columns of its CSV, which else its answer tells. */
const namesColumns = ({ arguments: handlers }) => /\bcolumns:/.test(handlers.at(-1).getText());
/** Whether the route of an operation may validate a body: if it does, its other handlers tell. */
const hasBody = ({ arguments: handlers }) =>
  !handlers || handlers.some((handler) => VALIDATES_BODY.test(handler.getText()));

/** For esbuild, which bundles the Worker. */
export const leanBundle = {
  name: "lean",
  setup({ onLoad }) {
    onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      if (!isModule(path)) return;
      const text = await readFile(path, "utf8");
      return { contents: leanSource(path, text, { droppable: true }), loader: "ts" };
    });
    onLoad({ filter: MCP_SHIMS }, () => ({
      contents: "export class DefaultJsonSchemaValidator {} export const process = {};",
    }));
    onLoad({ filter: RENDERER }, async ({ path }) => {
      const names = (await readFile(path, "utf8")).matchAll(/^export (?:const|function) (\w+)/gm);
      return {
        contents: [...names].map(([, name]) => `export const ${name} = () => {};`).join(""),
      };
    });
  },
};

/** For Vitest, so that the tests test what is deployed. */
export const leanModules = {
  name: "lean",
  enforce: "pre",
  transform: (text, id) => {
    const path = id.split("?")[0];
    return isModule(path) ? { code: leanSource(path, text), map: null } : undefined;
  },
};
