/** The text of /llms.txt: where an agent finds what. */
export const llmsText = (guides) => `# Lead Engagement API

> Run prospects' engagement on WhatsApp and Instagram: leads, tags, scenarios, messages and short
> links, over a JSON REST API with one workspace per token.

- [OpenAPI document](/openapi.json): every operation, with schemas and examples.
- [Reference](/docs/reference): the same as pages.
- MCP server: \`/mcp\`, streamable HTTP, with the header \`Authorization: Bearer <token>\`.

## Guides

${guides.map(({ url, title }) => `- [${title}](${url}.md)`).join("\n")}
`;
