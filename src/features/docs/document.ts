import type { Hono } from "hono";
import type { App } from "../../env";
import { openapi } from "../../http/openapi";
import { eventSchemas } from "../events/schema";
import { GatewayAnswer, OutgoingMessage } from "../messaging/outbound/providers/schema";
import { about } from "./about";

/** The OpenAPI document of the app, with the bodies that the service posts to clients. */
export const documentOf = (app: Hono<App>) =>
  openapi(app, about, {
    events: eventSchemas,
    toGateways: { message: OutgoingMessage, answer: GatewayAnswer },
  });
