import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import {
  AGE,
  ageIn,
  analysisNow,
  analysisRows,
  analysisWorkerOf,
  newLeadWithMessages,
  requestAnalysis,
  runAnalysisWorker,
  withModel,
} from "../support/analyses";
import { type Client, newWorkspace } from "../support/api";
import { later } from "../support/clicks";
import { order, requestsTo } from "../support/graph";
import { databaseWith, down } from "../support/message-sender-faults";
import { rowsOf } from "../support/rows";

let client: Client;

beforeEach(async () => {
  client = await newWorkspace();
});

describe("an outcome that could not be committed", () => {
  it("is committed by the next alarm, without another call to the model", async () => {
    let isAway = true;
    const DB = databaseWith(async (call) =>
      isAway && (await requestsTo(name)).length > 0 ? down(call) : call(),
    );
    const name = await withModel(client, { DB });
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "complete", ...ageIn(messageIds[0]!) }] });
    const asked = await requestAnalysis(client, leadId);
    await runInDurableObject(analysisWorkerOf(client), async (worker, { storage }) => {
      await worker.wake(client.workspaceId);
      await storage.deleteAlarm();
      await worker.alarm();
      expect(storage.kv.get("failures")).toBe(1);
    });
    expect(await analysisNow(client, asked)).toMatchObject({ status: "running" });
    isAway = false;
    await later(2_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, asked)).toMatchObject({ status: "completed", attempts: 1 });
    expect(await requestsTo(name)).toHaveLength(1);
  });

  it("is retried when the claim itself failed", async () => {
    let isAway = true;
    const name = await withModel(client, {
      DB: databaseWith(async (call) => {
        const [row] = await analysisRows(client);
        return isAway && row?.status === "running" ? down(call) : call();
      }),
    });
    const { leadId, messageIds } = await newLeadWithMessages(client, AGE);
    await order(name, { queue: [{ do: "complete", ...ageIn(messageIds[0]!) }] });
    const asked = await requestAnalysis(client, leadId);
    await runInDurableObject(analysisWorkerOf(client), async (worker, { storage }) => {
      await worker.wake(client.workspaceId);
      await storage.deleteAlarm();
      await worker.alarm();
    });
    expect(await requestsTo(name)).toEqual([]);
    isAway = false;
    for (let tries = 1; tries <= 3; tries++)
      await later(tries * 15_000, () => runAnalysisWorker(client));
    expect(await analysisNow(client, asked)).toMatchObject({ status: "completed", attempts: 1 });
  });

  it("because D1 refuses it fails alone, and harms no other", async () => {
    const name = await withModel(client);
    const [one, other] = [
      await newLeadWithMessages(client, AGE),
      await newLeadWithMessages(client, AGE),
    ];
    await rowsOf(
      `create trigger refused before update of age on leads when new.id = ${one.leadId} begin select raise(abort, 'no'); end`,
    );
    await order(name, {
      queue: [
        { do: "complete", ...ageIn(one.messageIds[0]!) },
        { do: "complete", ...ageIn(other.messageIds[0]!) },
      ],
    });
    const asked = [
      await requestAnalysis(client, one.leadId),
      await requestAnalysis(client, other.leadId),
    ];
    for (let tries = 0; tries < 3; tries++)
      await later(tries * 5_000, () => runAnalysisWorker(client));
    await rowsOf("drop trigger refused");
    expect(await Promise.all(asked.map((analysis) => analysisNow(client, analysis)))).toMatchObject(
      [
        { status: "failed", reason: "internal_error" },
        { status: "completed", reason: null },
      ],
    );
  });
});
