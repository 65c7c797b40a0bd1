import * as z from "zod";
import { MAX_FILES, mediaKinds } from "#domain/media";
import { messageTypeNames, reportedStatuses } from "#domain/messaging";
import { identityKinds } from "#domain/platforms";
import { pastMessage } from "#features/messaging/inbound/whatsapp-echoes";

/** Text of at most `max` code points that D1 returns unchanged. */
const stored = (max: number) =>
  z
    .string()
    .refine((text) => text.isWellFormed() && !text.includes("\0") && [...text].length <= max);

const externalId = z.string().regex(/^[!-~]{1,255}$/);
const moment = z.int().min(1);
const waId = z.string().regex(/^\d{5,20}$/);

const ids = z.strictObject({
  wa_id: waId.optional(),
  bsuid: z
    .string()
    .regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/)
    .optional(),
  parent_bsuid: z
    .string()
    .regex(/^[A-Z]{2}\.ENT\.[A-Za-z0-9]{1,128}$/)
    .optional(),
  instagram_id: z
    .string()
    .regex(/^\d{1,40}$/)
    .optional(),
});

const isSomebody = (sender: z.output<typeof ids>) =>
  identityKinds.some((kind) => sender[kind] !== undefined);

const name = stored(255).min(1).optional();
const sender = ids.extend({ name, username: name }).refine(isSomebody);

const isStorable = (value: unknown): boolean =>
  typeof value === "string"
    ? stored(65_536).safeParse(value).success
    : typeof value !== "object" || value === null || Object.entries(value).flat().every(isStorable);

const payload = z
  .record(z.string(), z.json())
  .refine(
    (members) =>
      new TextEncoder().encode(JSON.stringify(members)).length <= 65_536 && isStorable(members),
  );

const message = z.strictObject({
  externalId,
  at: moment,
  from: sender,
  type: z.enum(messageTypeNames),
  text: stored(65_536).min(1).nullable(),
  payload,
  tapped: stored(1_000).min(1).optional(),
  files: z
    .array(
      z.strictObject({
        kind: z.enum(mediaKinds),
        source: z.union([
          z.strictObject({ id: z.string().regex(/^[\w-]{1,255}$/) }),
          z.strictObject({ url: stored(2_048).startsWith("http") }),
        ]),
        filename: stored(255).min(1).optional(),
      }),
    )
    .min(1)
    .max(MAX_FILES)
    .optional(),
  isDeleted: z.literal(true).optional(),
  sharedNumber: waId.optional(),
  answers: z
    .strictObject({
      values: payload,
      token: z.string().optional(),
      messageId: z.int().min(1).optional(),
    })
    .optional(),
});

const edit = message.pick({ externalId: true, at: true, from: true, type: true, text: true });

/** True if a message of the past is stored well-typed, or left out. */
function isPastRead(raw: Record<string, unknown>) {
  const read = pastMessage({ from: { wa_id: "33639980142" }, isInbound: true, message: raw }, 1);
  const known = message.extend({ isInbound: z.boolean() });
  return read === undefined || known.safeParse(read).success;
}

const report = z.strictObject({
  externalId,
  status: z.enum(reportedStatuses),
  at: moment,
  messageId: z.int().min(1).optional(),
  recipient: ids.extend({ username: name }).refine(isSomebody).optional(),
  to: ids.refine(isSomebody).optional(),
  error: z.strictObject({ code: z.int().nullable(), detail: stored(500) }).optional(),
});

/** The result of a reader of platform webhooks, whatever its input. */
export const parsedWebhookSchema = z.strictObject({
  accounts: z.array(
    z.strictObject({
      accountId: z.string().regex(/^\d{1,40}$/),
      messages: z.array(message),
      edits: z.array(edit),
      echoes: z.array(
        message.extend({
          mayBeOurs: z.literal(true).optional(),
          messageId: z.int().min(1).optional(),
        }),
      ),
      echoEdits: z.array(edit),
      past: z.array(
        z.strictObject({
          ...{ from: sender, isInbound: z.boolean() },
          message: z.custom<Record<string, unknown>>().refine(isPastRead),
        }),
      ),
      reports: z.array(report),
      comments: z.array(
        z.strictObject({
          ...{ externalId, at: moment, from: sender, mediaId: externalId, isLive: z.boolean() },
          ...{ parentId: externalId.nullable(), adId: externalId.nullable() },
          text: z.string().min(1).nullable(),
        }),
      ),
      moves: z.array(
        z.strictObject({
          ...{ externalId, at: moment, payload },
          ...{ from: ids.refine(isSomebody), to: ids.refine(isSomebody) },
          text: message.shape.text,
          after: z.int().min(1).optional(),
        }),
      ),
      preferences: z.array(
        z.strictObject({ from: sender, at: moment.nullable(), wants: z.boolean() }),
      ),
      withheld: z.int().min(1).optional(),
    }),
  ),
  skipped: z.int().min(0),
  noticesWithoutIds: z.int().min(1).optional(),
});
