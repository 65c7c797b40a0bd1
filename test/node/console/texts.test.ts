import { globSync, readFileSync } from "node:fs";
import { ts } from "@ts-morph/common";
import { build, type Plugin } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";

type Text = string | ((...parts: unknown[]) => string);
type Texts = { [name: string]: Text | Texts };

const FOLDER = "src/console";
const LETTERS = /\p{L}{2,}/u;
/** Attributes that people see or hear. */
const SHOWN = /^(aria-label|title|placeholder|label|about|alt|hint)$/;
/** Names, and examples of what machines read. */
const IN_EVERY_LANGUAGE =
  /^(Lead Engagement|English|Français|WhatsApp|Instagram|⌘K|Ctrl K|lea_…|https:\/\/|UTC)$/;

/** Leaves the catalogues as they are: the language of the reader is none of this test's. */
const plainCatalogues: Plugin = {
  name: "plain-catalogues",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /(^|\/)(catalogue|language)$/ }, () => ({
      path: "catalogue",
      namespace: "plain",
    }));
    onLoad({ filter: /./, namespace: "plain" }, () => ({
      contents: `
        export const catalogue = (texts) => texts;
        export const useTexts = catalogue;
        export const useLanguage = () => "en";`,
    }));
  },
};

async function readCatalogues() {
  const files = globSync(`${FOLDER}/**/*.ts`).filter((file) =>
    /= catalogue\(\{/.test(readFileSync(file, "utf8")),
  );
  const entry = files.map((file, index) => `export * as file${index} from "./${file}";`).join("\n");
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: ".", loader: "ts" },
    bundle: true,
    format: "esm",
    write: false,
    plugins: [plainCatalogues],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? "").toString("base64");
  const modules = await import(`data:text/javascript;base64,${code}`);
  return files.flatMap((file, index) =>
    Object.values<{ en?: Texts; fr?: Texts }>(modules[`file${index}`])
      .filter((texts) => texts?.en && texts.fr)
      .map(({ en = {}, fr = {} }) => ({ file, en, fr })),
  );
}

/** The texts by their path, such as `problems.network`. */
const flat = (texts: Texts, path = ""): [string, Text][] =>
  Object.entries(texts).flatMap(([name, text]): [string, Text][] =>
    typeof text === "object" ? flat(text, `${path}${name}.`) : [[`${path}${name}`, text]],
  );

/** What stands in a component as it is, and would be shown in one language only. */
function untranslated(file: string) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const found: string[] = [];
  const keep = (text: string) => {
    if (LETTERS.test(text) && !IN_EVERY_LANGUAGE.test(text.trim())) found.push(text.trim());
  };
  const visit = (node: ts.Node) => {
    if (ts.isJsxText(node)) keep(node.text);
    if (
      ts.isJsxAttribute(node) &&
      SHOWN.test(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer)
    )
      keep(node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((text) => `${file}: ${text}`);
}

describe("the console's texts", () => {
  let catalogues: Awaited<ReturnType<typeof readCatalogues>>;
  beforeAll(async () => {
    catalogues = await readCatalogues();
  });

  it("are found", () => {
    expect(catalogues.length).toBeGreaterThan(2);
  });

  it("are there in English and in French", () => {
    for (const { file, en, fr } of catalogues) {
      const names = (texts: Texts) => flat(texts).map(([name]) => name);
      expect([file, ...names(fr)]).toEqual([file, ...names(en)]);
      for (const [name, text] of [...flat(en), ...flat(fr)])
        if (typeof text === "string") expect(text.trim(), `${file}: ${name}`).not.toBe("");
    }
  });

  it("are translated where they are sentences", () => {
    const same = catalogues.flatMap(({ file, en, fr }) => {
      const french = new Map(flat(fr));
      return flat(en)
        .filter(
          ([name, text]) =>
            typeof text === "string" && text.split(" ").length > 3 && french.get(name) === text,
        )
        .map(([name]) => `${file}: ${name}`);
    });
    expect(same).toEqual([]);
  });

  it("stand nowhere else", () => {
    expect(globSync(`${FOLDER}/**/*.tsx`).flatMap(untranslated)).toEqual([]);
  });
});
