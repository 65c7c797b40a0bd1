import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const BIOME = resolve("node_modules/@biomejs/biome/bin/biome");

/** The files that a rule of `test/lint` refuses, of files by name. */
function refused(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "lint-"));
  try {
    cpSync("biome.json", join(folder, "biome.json"));
    cpSync("test/lint", join(folder, "test/lint"), { recursive: true });
    for (const [name, body] of Object.entries(files))
      writeFileSync(join(folder, `${name}.tsx`), `export function Planted() {\n${body}\n}\n`);
    const args = ["lint", "--reporter=json", "--max-diagnostics=none", "."];
    const { stdout } = spawnSync(process.execPath, [BIOME, ...args], {
      cwd: folder,
      encoding: "utf8",
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string | { file: string } } }[];
    };
    return diagnostics
      .filter(({ category }) => category === "plugin")
      .map(({ location: { path } }) => (typeof path === "string" ? path : path.file))
      .map((path) => path.replace(/^.*\/|\.tsx$/g, ""))
      .toSorted();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("lint", () => {
  it("refuses effects and refs whose body is an expression", () => {
    const breaches = {
      "cleans-up": "useEffect(\n() => () => {\nend();\n},\n[],\n);",
      "each-time": "useEffect(() => end.current?.scrollIntoView());",
      layout: "useLayoutEffect(() => box.scrollTo({ top: 0 }), []);",
      named: "React.useEffect(() => box.focus(), []);",
      once: "useEffect(() => end.current?.scrollIntoView(), [end]);",
      ref: "return <li ref={(item) => item?.scrollIntoView()} />;",
      styles: "useInsertionEffect(() => insert(rule), []);",
    };
    const allowed = {
      body: "useEffect(() => { end.current?.scrollIntoView(); }, [end]);",
      clean: "useEffect(() => { return () => leave(); });",
      function: "useLayoutEffect(measure, []);",
      item: "return <li ref={(item) => { item?.focus(); }} onClick={() => leave()} />;",
    };
    expect(refused({ ...breaches, ...allowed })).toEqual(Object.keys(breaches).toSorted());
  });

  it("refuses refs that are written while rendering", () => {
    const breaches = {
      always: "latest.current = text;",
      sometimes: "if (isOpen) latest.current = text;",
    };
    const allowed = {
      arrow: "return <li onClick={() => { latest.current = text; }} />;",
      effect: "useEffect(() => { latest.current = text; });",
      inner: "function settle() { latest.current = text; }\nreturn settle;",
      method: "return { settle() { latest.current = text; } };",
    };
    expect(refused({ ...breaches, ...allowed })).toEqual(Object.keys(breaches).toSorted());
  });
});
