import { EXIT, Failure, toFailure } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, objectsAt, plainText, type Json, type JsonObject } from '../runtime/values/json.js';
import type { Headers, McpEndpoint } from './endpoint.js';
import { NOT_SERVED } from './failures.js';

/** The last revision that begins with `initialize`, and the first one that has no handshake but `server/discover`. */
const INITIALIZED_REVISION = '2025-11-25';
const STATELESS_REVISION = '2026-07-28';

/** The outcome of a handshake of one revision. */
export interface Handshake {
  readonly revision: string;
  readonly method: 'initialize' | 'server/discover';
  readonly outcome: Met | Failure;
}

/** An endpoint that speaks the revision. */
export interface Met {
  readonly serverName: string;
  readonly serverVersion: string;
  /** The revisions that the server says it supports; only the negotiated one where the handshake names no others. */
  readonly revisions: readonly string[];
  readonly capabilities: readonly string[];
  /** The requests that may follow: their headers, and what their parameters carry besides their own. */
  readonly headers: (method: string) => Headers;
  readonly params: JsonObject;
}

export interface Verification {
  readonly endpoint: string;
  readonly handshakes: readonly Handshake[];
  /** The tools that the credential can see, in the order of the server, or why they cannot be listed; undefined without a handshake. */
  readonly tools: readonly JsonObject[] | Failure | undefined;
}

export function isMet(outcome: Met | Failure): outcome is Met {
  return !(outcome instanceof Failure);
}

/** Performs the handshakes of both eras of the protocol and lists the tools in the newest that succeeded. Nothing else is called. */
export async function verifyMcp(endpoint: McpEndpoint, io: Pick<Io, 'version'>): Promise<Verification> {
  const [older, newer] = await Promise.all([
    initialize(endpoint, io).catch(toFailure),
    discover(endpoint, io).catch(toFailure),
  ]);
  const spoken = [newer, older].find(isMet);
  return {
    endpoint: endpoint.url,
    handshakes: [
      { revision: INITIALIZED_REVISION, method: 'initialize', outcome: older },
      { revision: STATELESS_REVISION, method: 'server/discover', outcome: newer },
    ],
    tools: spoken ? await listTools(endpoint, spoken).catch(toFailure) : undefined,
  };
}

/**
 * Why the endpoint cannot be used: what `initialize` failed with, which is the handshake that clients need. An endpoint that does not know
 * `server/discover`, or does not list its tools, can be used. Its error is `mcp_not_served` only if both handshakes say so.
 */
export function findFailure({ handshakes }: Pick<Verification, 'handshakes'>): Failure | undefined {
  const failures = handshakes.map(({ outcome }) => (isMet(outcome) ? undefined : outcome));
  const failure = failures[handshakes.findIndex(({ method }) => method === 'initialize')];
  if (failure?.error !== NOT_SERVED || failures.every((each) => each?.error === NOT_SERVED)) return failure;
  const message = `The server does not speak MCP ${INITIALIZED_REVISION}: it answers initialize with status ${failure.response?.status}`;
  return new Failure('mcp_revision', message, EXIT.failure, failure.response);
}

/** The parts that do not work although the endpoint can be used. */
export function findWarning(verification: Verification): Failure | undefined {
  if (findFailure(verification)) return undefined;
  const outcomes = [...verification.handshakes.map(({ outcome }) => outcome), verification.tools];
  return outcomes.find((outcome) => outcome instanceof Failure);
}

async function initialize(endpoint: McpEndpoint, io: Pick<Io, 'version'>): Promise<Met> {
  const params = { protocolVersion: INITIALIZED_REVISION, capabilities: {}, clientInfo: clientInfo(io) };
  const { result, session } = await endpoint.request({ method: 'initialize', params, headers: {} });
  const revision = plainText(result['protocolVersion']);
  if (revision !== INITIALIZED_REVISION) throw otherRevision(INITIALIZED_REVISION, [revision]);
  const headers = { 'mcp-protocol-version': revision, ...(session !== undefined && { 'mcp-session-id': session }) };
  await endpoint.notify('notifications/initialized', headers);
  return { ...describe(result, result['serverInfo']), revisions: [revision], headers: () => headers, params: {} };
}

async function discover(endpoint: McpEndpoint, io: Pick<Io, 'version'>): Promise<Met> {
  const params = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': STATELESS_REVISION,
      'io.modelcontextprotocol/clientInfo': clientInfo(io),
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  const headers = (method: string): Headers => ({ 'mcp-protocol-version': STATELESS_REVISION, 'mcp-method': method });
  const method = 'server/discover';
  const { result } = await endpoint.request({ method, params, headers: headers(method) });
  const revisions = toTexts(result['supportedVersions']);
  if (!revisions.includes(STATELESS_REVISION)) throw otherRevision(STATELESS_REVISION, revisions);
  const meta = result['_meta'];
  const server = isObject(meta) ? meta['io.modelcontextprotocol/serverInfo'] : undefined;
  return { ...describe(result, server), revisions, headers, params };
}

/** The most pages of tools that are read; a server with more repeats itself. */
const MAX_PAGES = 100;

async function listTools(endpoint: McpEndpoint, { capabilities, headers, params }: Met): Promise<JsonObject[]> {
  const tools: JsonObject[] = [];
  if (!capabilities.includes('tools')) return tools;
  const method = 'tools/list';
  let cursor: Json | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = cursor === undefined ? params : { ...params, cursor };
    const { result } = await endpoint.request({ method, params: asked, headers: headers(method) });
    tools.push(...objectsAt(result, 'tools'));
    cursor = result['nextCursor'];
    if (cursor === undefined || cursor === null) return tools;
  }
  throw new Failure('mcp_error', `The endpoint has more than ${MAX_PAGES} pages of tools`);
}

function describe(result: JsonObject, server: Json | undefined) {
  const info = isObject(server) ? server : {};
  const capabilities = result['capabilities'];
  return {
    serverName: plainText(info['name']),
    serverVersion: plainText(info['version']),
    capabilities: isObject(capabilities) ? Object.keys(capabilities).sort() : [],
  };
}

function otherRevision(wanted: string, offered: readonly string[]): Failure {
  const named = offered.filter((revision) => revision !== '').join(', ');
  const message = `The server does not speak MCP ${wanted}${named === '' ? '' : `; it offers ${named}`}`;
  return new Failure('mcp_revision', message);
}

function clientInfo({ version }: Pick<Io, 'version'>): JsonObject {
  return { name: 'svc', version };
}

function toTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(plainText) : [];
}
