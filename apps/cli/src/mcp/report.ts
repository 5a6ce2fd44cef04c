import { Failure } from '../runtime/failure.js';
import { plainText, type JsonObject } from '../runtime/values/json.js';
import { findFailure, isMet, type Handshake, type Verification } from './verify.js';

/**
 * The result of a verification as JSON: each handshake with the server or the failure, and the tools, or why they cannot be listed. `tools`
 * is absent if no handshake succeeded. `ok` is that of `initialize`; what else fails then has the status `warning`.
 */
export function toReport({ endpoint, handshakes, tools }: Verification): JsonObject {
  const ok = findFailure({ handshakes }) === undefined;
  return {
    ok,
    endpoint,
    handshakes: handshakes.map((handshake) => toHandshake(handshake, ok)),
    ...(tools && { tools: tools instanceof Failure ? tools.toBody() : tools.map(toTool) }),
  };
}

function toTool({ name, description }: JsonObject): JsonObject {
  return { name: plainText(name), description: plainText(description) };
}

function toHandshake({ revision, method, outcome }: Handshake, ok: boolean): JsonObject {
  if (!isMet(outcome)) return { revision, method, status: ok ? 'warning' : 'failed', failure: outcome.toBody() };
  const { serverName, serverVersion, revisions, capabilities } = outcome;
  return {
    revision,
    method,
    status: 'ok',
    server: { name: serverName, version: serverVersion },
    revisions,
    capabilities,
  };
}
