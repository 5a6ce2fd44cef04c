import { Server } from '@modelcontextprotocol/server';
import { VERSION } from '@svc/observability';
import type { Tool } from '../tool/tool.js';
import { visibleTools } from '../tools/catalog.js';
import { INSTRUCTIONS } from './instructions.js';
import type { McpCaller } from './mcp-endpoint.js';
import type { ToolCalls } from './tool-calls.js';
import type { TraceMeta } from './tool-tracing.js';

/** The tools of a credential change only with its scopes and with a release. */
const TOOLS_TTL_MS = 300_000;

/** A server for one request: it lists the tools that the caller may use, and runs them. */
export function createToolServer(calls: ToolCalls, caller: McpCaller): Server {
  const server = new Server(
    { name: 'svc', title: 'svc: observability and customer analytics', version: VERSION },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      cacheHints: {
        'tools/list': { ttlMs: TOOLS_TTL_MS, cacheScope: 'private' },
        'server/discover': { ttlMs: TOOLS_TTL_MS, cacheScope: 'private' },
      },
    },
  );
  const { scopes } = caller.sender.credential.principal;
  server.setRequestHandler('tools/list', () => ({ tools: visibleTools(scopes).map(describeTool) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: given } = params;
    return { ...(await calls.call({ name, given, meta: mcpReq._meta as TraceMeta | undefined }, caller)) };
  });
  return server;
}

/** A tool as clients see it. */
export function describeTool({ name, title, description, inputSchema, isReadOnly, isDestructive }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as { type: 'object' },
    annotations: {
      readOnlyHint: isReadOnly,
      openWorldHint: false,
      ...(!isReadOnly && { destructiveHint: isDestructive }),
    },
  };
}
