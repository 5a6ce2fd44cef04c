import type { Context, Family, LocalCommand } from '../../command/command.js';
import { toMcpUrl } from '../../http/base-url.js';
import { asBearer, authorizer } from '../../session/credential.js';

const endpoint: LocalCommand = {
  words: ['mcp', 'endpoint'],
  summary: 'Print the MCP endpoint of the service, without credentials',
  description:
    'AI agents connect to it over Streamable HTTP, with an API key as a bearer token: the header Authorization: Bearer, followed by the ' +
    'key. Agents that can open a browser need no key: their user authorizes them there. Sends no request; `svc mcp verify` checks ' +
    'the endpoint.',
  examples: ['svc mcp endpoint', 'svc mcp endpoint --api-url https://svc.example.com'],
  run: async ({ print, settings }) => {
    const url = toMcpUrl(settings().apiUrl);
    await print({ endpoint: url }, { kind: 'text', print: () => `${url}\n` });
  },
};

const verify: LocalCommand = {
  words: ['mcp', 'verify'],
  summary: 'Check the MCP endpoint with the handshakes of both protocol revisions',
  description:
    'Sends initialize as clients of the revision 2025-11-25 do and server/discover as those of 2026-07-28 do, and lists the tools that ' +
    'the credential can see. Calls no tool and makes no changes. Exits with the code of initialize; anything else that fails is a warning.',
  examples: ['svc mcp verify', 'svc mcp verify -o json'],
  run: verifyEndpoint,
};

/** Commands about the endpoint for AI agents. */
export const MCP: Family = {
  groups: { mcp: 'Endpoint of the Model Context Protocol for AI agents' },
  commands: [endpoint, verify],
};

async function verifyEndpoint({ io, print, settings }: Context): Promise<void> {
  const [{ mcpEndpoint }, { findFailure, verifyMcp }, { toReport }] = await Promise.all([
    import('../../mcp/endpoint.js'),
    import('../../mcp/verify.js'),
    import('../../mcp/report.js'),
  ]);
  const authorize = asBearer(authorizer(settings(), io));
  const verification = await verifyMcp(mcpEndpoint(toMcpUrl(settings().apiUrl), authorize, io), io);
  await print(toReport(verification), {
    kind: 'text',
    print: async (answer, page) => (await import('../../print/views/mcp.js')).printVerification(answer, page),
  });
  const failure = findFailure(verification);
  if (failure) throw failure;
}
