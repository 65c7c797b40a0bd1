import { deniedLeadsToStop } from "#domain/platforms";
import { isDenial } from "../verdict";
import type { AttemptResult, Claimed } from "./work";

/**
 * The leads to whom messages were refused for want of a permission since the last one was accepted,
 * in the storage of a sender.
 */
export class Denials {
  readonly #kv: SyncKvStorage;

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
  }

  /**
   * Counts a result; returns it with the number of leads where it is such a refusal. Replies under
   * comments need a permission of their own, and say nothing of messages.
   */
  counted(result: AttemptResult, { leadId, type }: Claimed): AttemptResult {
    if (type === "comment_reply") return result;
    const leads = this.#kv.get<number[]>("deniedLeads") ?? [];
    if (result.kind === "accepted" && leads.length > 0) this.#kv.delete("deniedLeads");
    if (result.kind !== "refused" || !isDenial(result, result.provider)) return result;
    const denied = leads.includes(leadId) ? leads : [...leads, leadId];
    // A channel that is connected again begins anew.
    if (denied.length < deniedLeadsToStop(result.provider)) this.#kv.put("deniedLeads", denied);
    else this.#kv.delete("deniedLeads");
    return { ...result, deniedLeads: denied.length };
  }
}
