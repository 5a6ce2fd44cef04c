import { toMcpUrl } from '../http/base-url.js';
import { mcpEndpoint } from '../mcp/endpoint.js';
import { isMet, verifyMcp } from '../mcp/verify.js';
import { counted } from '../print/layout/units.js';
import { EXIT, Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { asBearer, authorizer } from '../session/credential.js';
import type { Settings } from '../session/settings.js';
import { attempt, type Check } from './check.js';

/** Performs the handshakes of `svc mcp verify`. */
export async function checkMcp(settings: Settings, io: Io): Promise<Check> {
  return await attempt(
    'mcp',
    async () => {
      const endpoint = mcpEndpoint(toMcpUrl(settings.apiUrl), asBearer(authorizer(settings, io)), io);
      const { handshakes, tools } = await verifyMcp(endpoint, io);
      const outcomes = handshakes.map(({ outcome }) => outcome);
      const failure = [...outcomes, tools].find((outcome) => outcome instanceof Failure);
      if (failure?.error === 'mcp_not_served')
        return {
          status: 'not_served',
          message: 'the service does not serve MCP',
          next: 'Upgrade the service if AI agents are to connect to it; the client works without MCP.',
        };
      if (failure) throw failure;
      const server = outcomes.find(isMet);
      const revisions = handshakes.map(({ revision }) => revision).join(' and ');
      const count = Array.isArray(tools) ? counted(tools.length, 'tool') : '';
      return { message: `${endpoint.url}, ${server?.serverName} ${server?.serverVersion}, ${revisions}, ${count}` };
    },
    ({ exitCode }) =>
      exitCode === EXIT.unauthenticated || exitCode === EXIT.forbidden
        ? 'Use a key or a session that MCP accepts: it takes the same ones as REST, as a bearer token.'
        : 'Run svc mcp verify: it shows each handshake. A proxy before the service has to pass /mcp on as it is.',
  );
}
