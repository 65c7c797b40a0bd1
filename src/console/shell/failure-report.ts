import { ApiError } from "#client";
import { nameOf } from "../ui/connection";

const MOST_FRAMES = 12;
/** A function and its place in a file of the console, as browsers write them in a stack. */
const FRAME =
  /^\s*(?:at )?(?:async )?([\w$.<> ]*?)[\s@(]*https?:\/\/[^\s?]*?(\/files\/[\w.-]+:\d+:\d+)\)?$/;

/** Messages of errors may quote somebody's data, so they are left out. */
const framesOf = (error: unknown) =>
  (error instanceof Error ? (error.stack ?? "") : "")
    .split("\n")
    .flatMap((line) => {
      const [, name, place] = FRAME.exec(line) ?? [];
      return place ? [`  ${name || "?"} ${place}`] : [];
    })
    .slice(0, MOST_FRAMES);

/** A failure for those who mend it. It names no person and no token, nor what a screen showed. */
export const reportOf = (error: unknown, screen: string) =>
  [
    `Screen: ${screen}`,
    `Error: ${nameOf(error)}`,
    ...(error instanceof ApiError
      ? [`Status: ${error.status}`, `Request: ${error.requestId ?? "none"}`]
      : []),
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
    ...framesOf(error),
  ].join("\n");
