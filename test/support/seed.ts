import { testEnv } from "./env";

/** Inserts many leads at once, straight into D1: `columns` are SQL expressions over `n`, which counts from 1. */
export async function seedLeads(workspaceId: number, count: number, columns: Record<string, string> = {}) {
  const before =
    (await testEnv.DB.prepare("select count(*) as n from leads where workspace_id = ?").bind(workspaceId).first<number>("n")) ?? 0;
  const all: Record<string, string> = {
    workspace_id: String(workspaceId),
    seq: `${before} + n`,
    first_name: "'Lead ' || n",
    first_name_search: "'lead ' || n",
    pipeline_stage: "'new'",
    created_at: "1700000000000 + n * 60000",
    updated_at: "1700000000000 + n * 60000",
    ...columns,
  };
  for (let from = 1; from <= count; from += 5_000) {
    const numbers = `with recursive numbers(n) as (select ${from} union all select n + 1 from numbers where n < ${Math.min(count, from + 4_999)})`;
    await testEnv.DB.prepare(
      `${numbers} insert into leads (${Object.keys(all).join(", ")}) select ${Object.values(all).join(", ")} from numbers`,
    ).run();
  }
}
