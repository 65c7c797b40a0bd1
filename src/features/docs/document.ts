import type { Hono } from "hono";
import type { App } from "#env";
import { openapi } from "#http/openapi/document";
import { DocumentedNode } from "../automation/scenarios/documented";
import { DocumentedTrigger } from "../automation/triggers/documented";
import { eventSchemas } from "../events/schema";
import { GatewayAnswer, OutgoingMessage } from "../messaging/outbound/providers/schema";
import { about } from "./about";
import { namedLists } from "./lists";

/** The OpenAPI document of the app, with the bodies that the service posts to clients. */
export const documentOf = (app: Hono<App>) =>
  openapi(app, {
    ...about,
    lists: namedLists,
    shown: [DocumentedNode, DocumentedTrigger],
    posted: {
      events: eventSchemas,
      toGateways: { message: OutgoingMessage, answer: GatewayAnswer },
    },
  });
