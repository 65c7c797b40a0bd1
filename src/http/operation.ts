import type * as z from "zod";
import type { AuditAction } from "#env";
import type { FileBody } from "./file-form";
import type { ToolUse } from "./tool-use";

/** The statuses of successful answers. */
export type Success = 101 | 200 | 201 | 202;

/** The description of an operation. */
export type Operation = {
  id: string;
  summary: string;
  description?: string;
  area: string;
  /** The body of a successful answer, and its status: 200 by default. */
  answer?: z.ZodType;
  status?: Success;
  /** Forms of a successful answer besides JSON, if `Accept` asks for them, by their media types. */
  otherContent?: Record<string, object>;
  /** When an operation with status 201 answers 200, with the same body. */
  or200?: string;
  /**
   * The path, after `/v1`, under which what a POST creates is read by its id: where the answer to
   * an `Idempotency-Key` comes from if the first one was lost.
   */
  resourcePath?: string;
  /** When an operation answers 202, and the body of that. */
  or202?: { description: string; answer: z.ZodType };
  /** Statuses beyond those that openapi.ts adds to every operation of the kind. */
  responses?: Record<
    number,
    { description?: string; content?: Record<string, object>; headers?: Record<string, object> }
  >;
  /** The headers of a successful answer. */
  headers?: Record<string, object>;
  /**
   * Set if a successful answer has the `ETag` of the resource. Then a GET compares `If-None-Match`,
   * and a PUT or PATCH must compare `If-Match`.
   */
  etag?: true;
  parameters?: object[];
  /** Set only if no validator describes the body. */
  body?: z.ZodType;
  /** The body, if it is an HTML form. */
  form?: z.ZodType;
  /** A body that is a file: its media types. It can also be the one file of a form. */
  file?: FileBody;
  security?: object[];
  /** The audit log's name for a request that changes something; its kind names what is changed. */
  audit?: AuditAction;
  /** Carried out even where the workspace has stored far more than its quota. */
  evenFull?: true;
  /** The operation's kind for an agent. By default: GET reads; PUT and DELETE are destructive. */
  tool?: ToolUse;
};
