import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Ends the connection after the body, which is not all that was announced. */
  isCut?: boolean;
};

type Request = Pick<IncomingMessage, "method" | "url" | "headers">;

/** Stands where the service should be, and answers as a test says. */
export async function serveFaults(answer: (request: Request) => Answer) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const { status = 200, headers = {}, body = {}, isCut = false } = answer(request);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = { "Content-Type": "application/json", "X-Request-Id": "a-request" };
    if (!isCut) return void response.writeHead(status, { ...type, ...headers }).end(text);
    response.writeHead(status, { ...type, ...headers, "Content-Length": text.length + 1 });
    response.write(text, () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    as: (token = "lea_a-token-of-nobody") => ({
      env: { LEAD_ENGAGEMENT_URL: url, LEAD_ENGAGEMENT_TOKEN: token },
    }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
