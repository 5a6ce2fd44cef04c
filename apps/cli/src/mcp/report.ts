import { Failure } from '../runtime/failure.js';
import { plainText, type JsonObject } from '../runtime/values/json.js';
import { isMet, type Handshake, type Verification } from './verify.js';

/** The result of a verification as JSON: each handshake with the server or the failure, and the tools. */
export function toReport({ endpoint, handshakes, tools }: Verification): JsonObject {
  const isListed = !(tools instanceof Failure);
  return {
    ok: isListed && handshakes.every(({ outcome }) => isMet(outcome)),
    endpoint,
    handshakes: handshakes.map(toHandshake),
    tools: isListed
      ? tools.map(({ name, description }) => ({ name: plainText(name), description: plainText(description) }))
      : tools.toBody(),
  };
}

function toHandshake({ revision, method, outcome }: Handshake): JsonObject {
  if (!isMet(outcome)) return { revision, method, status: 'failed', failure: outcome.toBody() };
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
