import { toMcpUrl } from '../http/base-url.js';
import { mcpEndpoint } from '../mcp/endpoint.js';
import { NOT_SERVED } from '../mcp/failures.js';
import { findFailure, findWarning, isMet, verifyMcp, type Verification } from '../mcp/verify.js';
import { counted } from '../print/layout/units.js';
import { EXIT, type Failure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { asBearer, authorizer } from '../session/credential.js';
import type { Settings } from '../session/settings.js';
import { attempt, type Check } from './check.js';

const SEE_EACH = 'Run svc mcp verify: it shows each handshake.';

/** Performs the handshakes of `svc mcp verify`, and judges them as it does. */
export async function checkMcp(settings: Settings, io: Io): Promise<Check> {
  return await attempt(
    'mcp',
    async () => {
      const endpoint = mcpEndpoint(toMcpUrl(settings.apiUrl), asBearer(authorizer(settings, io)), io);
      const verification = await verifyMcp(endpoint, io);
      const failure = findFailure(verification);
      if (failure?.error === NOT_SERVED)
        return {
          status: 'not_served',
          message: 'the service does not serve MCP',
          next: 'Upgrade the service if AI agents are to connect to it; the client works without MCP.',
        };
      if (failure) throw failure;
      const warning = findWarning(verification);
      const facts = describe(verification);
      if (warning) return { status: 'warning', message: `${facts}; ${warning.message}`, next: SEE_EACH };
      return { message: facts };
    },
    advise,
  );
}

function describe({ endpoint, handshakes, tools }: Verification): string {
  const met = handshakes.filter(({ outcome }) => isMet(outcome));
  const server = met.map(({ outcome }) => outcome).find(isMet);
  const revisions = met.map(({ revision }) => revision).join(' and ');
  const count = Array.isArray(tools) ? [counted(tools.length, 'tool')] : [];
  return [endpoint, `${server?.serverName} ${server?.serverVersion}`, revisions, ...count].join(', ');
}

function advise({ exitCode, message }: Failure): string {
  if (exitCode === EXIT.unauthenticated)
    return 'Use a key or a session that is valid: MCP takes the same ones as REST, as a bearer token. A proxy has to pass Authorization on.';
  if (exitCode !== EXIT.forbidden) return `${SEE_EACH} A proxy before the service has to pass /mcp on as it is.`;
  // The endpoint names the setting where the host of the request is the reason.
  return message.includes('SVC_PUBLIC_URL')
    ? 'The credential is not the reason. Let an operator set SVC_PUBLIC_URL to the address that clients use; a proxy has to pass Host on.'
    : 'The message has the reason. MCP takes the same keys and sessions as REST, except publishable keys.';
}
