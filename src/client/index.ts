export { ApiError, type FieldErrors } from "./api-error";
export { type Client, type ClientOptions, createClient } from "./client";
export * from "./generated/index";
export { each } from "./pages";
export { scenario } from "./scenario";
export * as node from "./scenario-nodes";
export * as trigger from "./scenario-triggers";
export { signWebhook, verifyWebhook, WebhookError } from "./webhooks";
export { withEtag } from "./with-etag";
