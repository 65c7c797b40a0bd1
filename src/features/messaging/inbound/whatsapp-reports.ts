import { type ReportedStatus, reportedStatuses } from "#domain/messaging";
import { idOf, itemsOf, lineOf, type Members, membersOf, pastMoment } from "./untrusted";
import type { PartEvents, Report } from "./webhook-events";
import { type Contacts, hasId, idsOf, withContact } from "./whatsapp-sender";

const MAX_DETAIL_CHARACTERS = 500;

/** The statuses by WhatsApp's names. A voice message that was played has been read. */
const STATUSES = new Map<unknown, ReportedStatus>([
  ...reportedStatuses.map((status) => [status, status] as const),
  ["played", "read"],
]);

/** The report in a status of a message. */
export function reportIn(
  status: Members | undefined,
  contacts: Contacts,
  now: number,
): PartEvents | undefined {
  const externalId = idOf(status?.id);
  const reported = STATUSES.get(status?.status);
  if (!status || !externalId || !reported) return undefined;
  const isFailed = reported === "failed";
  const messageId = echoedId(status.biz_opaque_callback_data);
  const error = isFailed ? errorIn(membersOf(itemsOf(status.errors)[0])) : undefined;
  const ids = idsIn(status);
  const recipient = isFailed ? undefined : recipientOf(status, contacts);
  const report: Report = {
    externalId,
    status: reported,
    at: pastMoment(status.timestamp, now),
    ...(messageId && { messageId }),
    ...(recipient && { recipient }),
    ...(error && { error }),
    ...(error && hasId(ids) && { to: ids }),
  };
  return { reports: [report] };
}

/** The person whom the message has reached, by the status and the contact that goes with it. */
function recipientOf(status: Members, contacts: Contacts): Report["recipient"] {
  if (status.recipient_type === "group") return undefined;
  const ids = idsIn(status);
  if (!hasId(ids)) return undefined;
  const { name: _, ...recipient } = withContact(ids, contacts);
  return recipient;
}

const idsIn = (status: Members) =>
  idsOf(
    status.recipient_id,
    status.recipient_user_id,
    status.recipient_parent_user_id,
    status.parent_recipient_user_id,
    status.parent_user_id,
  );

function echoedId(value: unknown) {
  const id = typeof value === "string" && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

function errorIn(error: Members | undefined) {
  if (!error) return undefined;
  const wordings = [membersOf(error.error_data)?.details, error.message, error.title];
  const [detail = ""] = wordings.flatMap((wording) => lineOf(wording, MAX_DETAIL_CHARACTERS) ?? []);
  return { code: Number.isSafeInteger(error.code) ? (error.code as number) : null, detail };
}
