import { describe, expect, it } from "vitest";
import { operationsOf } from "../../src/features/docs/site/reference/operations.mjs";
import { pythonOf } from "../../src/features/docs/site/reference/python.mjs";
import { readDocument } from "./support/document";

type Described = { operation: { operationId: string } };

const document = readDocument();
const operations: Described[] = operationsOf(document);
const sampleOf = (id: string) =>
  pythonOf(
    document,
    operations.find(({ operation }) => operation.operationId === id),
  );

describe("the samples in Python", () => {
  it("call an operation with the token, its ids and its example", () => {
    expect(sampleOf("updateWorkspace")).toBe(`import requests

answer = requests.patch(
    f"http://localhost:8787/v1/workspaces/{workspace_id}",
    headers={"Authorization": f"Bearer {token}"},
    json={
        "name": "Acme Coaching SAS"
    },
)
print(answer.status_code, answer.json())`);
  });

  it("write values as Python does, and texts as they are", () => {
    expect(sampleOf("createSegment")).toContain('"is_optout": False');
    for (const { operation } of operations) {
      const code = sampleOf(operation.operationId).replace(/"(?:[^"\\]|\\.)*"/g, "");
      expect(code, operation.operationId).not.toMatch(/\b(true|false|null|undefined)\b|\{import\}/);
    }
  });
});
