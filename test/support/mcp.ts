import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assert, onTestFinished } from "vitest";
import { ORIGIN } from "./api";
import { serve } from "./serve";

// biome-ignore lint/suspicious/noExplicitAny: tools answer as the API does.
export type Told = any;

/** A tool's answer: its JSON, and whether that is an error. */
export type ToolAnswer = { isError: boolean; text: string; body: Told };

/** Connects the SDK's own client to the service, as an agent's program does. */
export async function connect(token: string) {
  const client = new McpClient({ name: "tests", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", ORIGIN), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
    fetch: (url, init) => serve(new Request(url, init)),
  });
  await client.connect(transport);
  // From then on it holds structured answers against the schemas of the tools.
  await client.listTools();
  onTestFinished(() => client.close());
  const tell = async (name: string, args: object = {}): Promise<ToolAnswer> => {
    const answer = await client.callTool({ name, arguments: { ...args } });
    const [content] = answer.content as { text: string }[];
    const text = content?.text ?? "";
    const body = JSON.parse(text);
    if (!answer.isError) assert.deepEqual(answer.structuredContent, body);
    return { isError: answer.isError === true, text, body };
  };
  return {
    client,
    tell,
    /** Calls a tool that answers no error, and returns its answer. */
    use: async (name: string, args: object = {}): Promise<Told> => {
      const { isError, text, body } = await tell(name, args);
      if (isError) throw new Error(`${name} answered ${text}`);
      return body;
    },
    /** Calls a tool, and does what it foresees. */
    confirm: async (name: string, args: object = {}): Promise<Told> => {
      const { confirmation } = (await tell(name, args)).body;
      const { isError, text, body } = await tell(name, { ...args, confirmation });
      if (isError) throw new Error(`${name} answered ${text}`);
      return body;
    },
  };
}
