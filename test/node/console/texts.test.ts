import { globSync, readFileSync } from "node:fs";
import { ts } from "@ts-morph/common";
import { beforeAll, describe, expect, it } from "vitest";
import namesEn from "#console/names/en";
import firstEn from "#console/names/first.en";
import firstFr from "#console/names/first.fr";
import namesFr from "#console/names/fr";
import stepsFr from "#console/screens/sources/connect/step-texts.fr";
import { presets } from "#features/imports/sources/presets/registry";

type Text = string | ((...parts: never[]) => string);
type Texts = { [name: string]: Text | Texts };

const FOLDER = "src/console";
const LETTERS = /\p{L}{2,}/u;
/** Attributes that people see or hear. */
const SHOWN = /^(aria-label|title|placeholder|label|about|alt|hint)$/;
/** Names, and examples of what machines read. */
const IN_EVERY_LANGUAGE =
  /^(Lead Engagement|English|Français|WhatsApp|Instagram|⌘K|Ctrl K|lea_…|https:\/\/|UTC)$/;

/** Fields whose names say other things elsewhere. */
const IN_OTHER_SENSES =
  /^(age|created|data|email|enrolled_at|id|image|phone|profile|search|tag_ids|tags|updated|variables)$/;

/** The texts of both languages, by the English file. Files that only list others have no own. */
async function readTexts() {
  const files = globSync(`${FOLDER}/**/*.en.ts`).filter((file) =>
    readFileSync(file, "utf8").includes("export default"),
  );
  const read = async (file: string): Promise<Texts> =>
    (await import(/* @vite-ignore */ `../../../${file}`)).default;
  return Promise.all(
    files.map(async (file) => ({
      file,
      en: await read(file),
      fr: await read(file.replace(/\.en\.ts$/, ".fr.ts")),
    })),
  );
}

/** The texts by their path, such as `problems.network`. */
const flat = (texts: Texts, path = ""): [string, Text][] =>
  Object.entries(texts).flatMap(([name, text]): [string, Text][] =>
    typeof text === "object" ? flat(text, `${path}${name}.`) : [[`${path}${name}`, text]],
  );

const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);

/** Texts that stand in a component as they are, and would be shown in one language only. */
function untranslated(file: string) {
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
  visit(parse(file));
  return found.map((text) => `${file}: ${text}`);
}

/** The groups within the texts, by their paths. */
const groups = (texts: Texts, path = ""): [string, Texts][] =>
  Object.entries(texts).flatMap(([name, text]): [string, Texts][] =>
    typeof text === "object" ? [[`${path}${name}`, text], ...groups(text, `${path}${name}.`)] : [],
  );

/** The lists of `names` half of which, or more, a group of the texts has word for word. */
function repeatsIn(file: string, texts: Texts, { fields: _, ...names }: Texts) {
  const lists = groups(names);
  return groups(texts).flatMap(([path, group]) =>
    lists
      .filter(([, list]) => {
        const members = Object.keys(list);
        const same = members.filter((name) => list[name] === group[name]);
        return same.length > 0 && same.length >= members.length / 2;
      })
      .map(([list]) => `${file}: ${path} has the names of ${list}`),
  );
}

/** The field of leads that a text is about; none where its name has other meanings, too. */
const fieldIn = (path: string) => {
  const [name = ""] = path.split(".").slice(-1);
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return IN_OTHER_SENSES.test(field) ? "" : field;
};

/** Signs that French sets apart by a space, where there is none. */
const TOUCHING = /[\p{L}\p{N})»}](?:»|[:;?!](?= |$))/u;

/** The texts of a file in their marks, without addresses, and with `{}` for what is filled in. */
const textsIn = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(["`])((?:\\.|(?!\1).)*)\1/g)].map(([, , text = ""]) =>
    text
      .replace(/https?:\/\/\S*/g, "")
      .replace(/\{\{.*?\}\}/g, "")
      .replace(/\$\{[^}]*\}/g, "{}"),
  );

/** Parts of texts that begin with a sign: each language has its own space before it. */
function composed(file: string) {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (
      (ts.isTemplateMiddle(node) || ts.isTemplateTail(node) || ts.isJsxText(node)) &&
      /^(?:: |[;?!])/.test(node.text)
    )
      found.push(`${file}: ${node.parent.getText()}`);
    ts.forEachChild(node, visit);
  };
  visit(parse(file));
  return found;
}

describe("the console's texts", () => {
  let catalogues: Awaited<ReturnType<typeof readTexts>>;
  beforeAll(async () => {
    catalogues = await readTexts();
  });

  it("are found", () => {
    expect(catalogues.length).toBeGreaterThan(50);
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

  it("have a space in French before the signs that want one", () => {
    const files = catalogues.map(({ file }) => file.replace(/\.en\.ts$/, ".fr.ts"));
    const wrong = files.flatMap((file) =>
      textsIn(file)
        .filter((text) => TOUCHING.test(text))
        .map((text) => `${file}: ${text}`),
    );
    expect(wrong).toEqual([]);
    const code = globSync(`${FOLDER}/**/*.{ts,tsx}`).filter((file) => !/\.(en|fr)\.ts$/.test(file));
    expect(code.flatMap(composed)).toEqual([]);
  });

  it("call each field of leads by one name", () => {
    const otherNames = (texts: Texts, fields: Record<string, string>) =>
      flat(texts).filter(([path, text]) => {
        const name = fields[fieldIn(path)];
        return name !== undefined && typeof text === "string" && !text.startsWith(name);
      });
    const others = catalogues.flatMap(({ file, en, fr }) =>
      [...otherNames(en, namesEn.fields), ...otherNames(fr, namesFr.fields)].map(
        ([path, text]) => `${file}: ${path} is “${text}”`,
      ),
    );
    expect(others).toEqual([]);
  });

  it("name the members of a closed list in names/ alone", () => {
    const [en, fr] = [
      { ...namesEn, ...firstEn },
      { ...namesFr, ...firstFr },
    ];
    const others = catalogues.filter(
      ({ file }) =>
        !file.startsWith(`${FOLDER}/names/`) && !readFileSync(file, "utf8").includes("names/"),
    );
    expect(others.length).toBeGreaterThan(40);
    const repeats = others.flatMap((texts) => [
      ...repeatsIn(texts.file, texts.en, en),
      ...repeatsIn(texts.file, texts.fr, fr),
    ]);
    expect(repeats).toEqual([]);
  });

  it("say that a run at an HTTP request node waits for a request, not for a webhook", () => {
    for (const { runWaits } of [namesEn, namesFr]) expect(runWaits.webhook).toMatch(/HTTP/);
  });

  it("stand nowhere else", () => {
    expect(globSync(`${FOLDER}/**/*.tsx`).flatMap(untranslated)).toEqual([]);
  });

  it("have the steps of each preset of sources in French", () => {
    const names = presets.map(({ name }) => name);
    expect(names.filter((name) => stepsFr.of(name) === "")).toEqual([]);
  });
});
