import { describe, expect, it } from "vitest";
import { operationsOf } from "#mcp/surface";
import { routes } from "../support/document";
import { testEnv } from "../support/env";

/** Operations that can't be undone, or reach people or systems outside, besides PUT and DELETE. */
const DESTRUCTIVE = [
  ...["addSuppression", "addSuppressions", "cancelBulkEnrolment", "cancelImport", "cancelRun"],
  ...["createChannel", "createTemplate", "createToken", "createWebhookEndpoint", "enrolLead"],
  ...["enrolLeads", "eraseLead", "mergeLeads", "migrateRuns", "optInLead", "optOutLead"],
  ...["publishScenarioDraft", "readConversation", "receiveMessage", "receiveIdentityMove"],
  "receiveComment",
  "replayWebhooks",
  ...["reportLeadEvent", "restoreScenario", "resumeChannel", "resumeRun", "retryWebhookDelivery"],
  ...["rotateDefaultSecret", "rotateSourceKey", "rotateSourceSecret", "rotateWebhookSecret"],
  ...["sendMessage", "sendMessageToLead"],
  ...["showTyping", "startImport", "testWebhookEndpoint", "undoImport", "updateLead"],
  ...["updateSettings", "writeLeads"],
];
/** They are shown, and go to those whom a scenario sends them. */
const OF_BOOKINGS = ["join_url", "reschedule_url", "cancel_url"];
/** Nobody follows a draft, or posts to a source; a short link leads those who visit it. */
const HARMLESS = {
  createBooking: OF_BOOKINGS,
  updateBooking: OF_BOOKINGS,
  saveScenarioDraft: ["is_active", "webhook_url"],
  createShortLink: ["destination_url", "is_active"],
  createSource: ["is_active"],
};
const ONLY_READ = [
  ...["checkScenario", "checkGraph", "createStreamTicket", "previewCannedReply", "previewMessage"],
  ...["simulateScenario", "simulateGraph", "explainStart"],
];
const ONLY_WRITE = ["detachTag", "saveScenarioDraft"];

describe("the operations of a workspace", () => {
  it("say whether they read, write or destroy", async () => {
    const tenants = (await routes()).filter(({ operation }) => operation.security === undefined);
    expect(tenants.length).toBeGreaterThan(150);
    const wrong = tenants.filter(({ method, operation }) => {
      const { operationId: id, "x-tool": kind } = operation;
      const isSafe = method.toUpperCase() === "GET" || ONLY_READ.includes(id);
      const isHarmful =
        DESTRUCTIVE.includes(id) ||
        (["PUT", "DELETE"].includes(method.toUpperCase()) && !ONLY_WRITE.includes(id));
      return kind !== (isSafe ? "read" : isHarmful ? "destructive" : "write");
    });
    expect(wrong.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it("are confirmed with members that activate something or add a receiver", async () => {
    const operations = await operationsOf(testEnv);
    const found = Object.entries(operations)
      .filter(([, { kind }]) => kind === "write")
      .map(([id, { body, destructiveWith = [] }]) => {
        const risky = (body ?? []).filter((name) => /^is_active$|url$/.test(name));
        return [id, risky.filter((name) => !destructiveWith.includes(name))];
      })
      .filter(([, unnamed]) => unnamed?.length);
    expect(Object.fromEntries(found)).toEqual(HARMLESS);
  });
});
