import { noCredential, unreachable, userAgent, type Api } from '../http/api.js';
import { toRootUrl } from '../http/base-url.js';
import { counted } from '../print/layout/units.js';
import { toExitCode, Failure, toFailure, EXIT, type ExitCode } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, objectsAt, plainText, type Json } from '../runtime/values/json.js';
import { findIngestionUrl } from '../session/ingestion.js';
import type { Settings } from '../session/settings.js';

/** `not_served`: the service does not offer this interface, which is not an error. `skipped`: a previous check failed. */
export type CheckStatus = 'ok' | 'failed' | 'skipped' | 'not_served';

export interface Check {
  readonly name: 'api' | 'authentication' | 'project' | 'ingestion' | 'mcp';
  readonly status: CheckStatus;
  readonly message: string;
  /** Exit code for this failure. */
  readonly exitCode: ExitCode;
}

const PROBE_TIMEOUT_MS = 10_000;

/** Runs all five checks and returns them in a fixed order. No check writes anything. */
export async function runChecks(settings: Settings, api: Api, io: Io): Promise<readonly Check[]> {
  const [chain, ingestion, mcp] = await Promise.all([
    checkApiChain(settings, api, io),
    checkIngestion(settings, io),
    checkMcp(settings, io),
  ]);
  return [...chain, ingestion, mcp];
}

async function checkApiChain(settings: Settings, api: Api, io: Io): Promise<readonly Check[]> {
  const reachable = await attempt('api', async () => {
    const response = await probe(`${settings.apiUrl}/account`, { method: 'GET' }, io);
    const { status, headers } = response;
    // The port of ingestion answers 404 in JSON too.
    const isOurs = headers.get('content-type')?.includes('json') === true && status < 500 && status !== 404;
    if (isOurs) return settings.apiUrl;
    const message = `${settings.apiUrl} is not the API (status ${status}): is the address correct?`;
    throw new Failure('unexpected_answer', message, toExitCode(status));
  });
  if (reachable.status !== 'ok') return [reachable, skipped('authentication'), skipped('project')];

  const authentication = await attempt('authentication', async () => {
    const account = await getPermitted(api, '/account', undefined);
    if (account === undefined) return 'the credential is valid; it lacks the scope account:read, so it cannot be named';
    return `${nameAt(account, 'principal')} of ${nameAt(account, 'organization')}`;
  });
  if (authentication.status !== 'ok') return [reachable, authentication, skipped('project')];

  let isPermitted = true;
  const project = await attempt('project', async () => {
    const current = await getPermitted(api, '/projects/current', settings.project);
    isPermitted = current !== undefined;
    return isObject(current) ? `${plainText(current['slug'])} (${plainText(current['id'])})` : '';
  });
  if (isPermitted && project.status === 'ok') {
    const blocked = await describeBlocked(api, settings.project);
    return [reachable, authentication, { ...project, message: project.message + blocked }];
  }
  if (isPermitted) return [reachable, authentication, project];
  return [reachable, authentication, { ...project, status: 'skipped', message: 'the credential lacks projects:read' }];
}

/** Says that recent notifications were refused because of the addresses of their receivers, which an operator can change. */
async function describeBlocked(api: Api, project: string | undefined): Promise<string> {
  const failed = await getPermitted(api, '/notifications/deliveries', project, ['status', 'failed']).catch(
    () => undefined,
  );
  const blocked = objectsAt(failed ?? null, 'deliveries').filter(({ reason }) => reason === 'blocked_address');
  if (blocked.length === 0) return '';
  return `; ${counted(blocked.length, 'notification')} failed, because the address of the receiver is not public: an operator permits ranges with SVC_EGRESS_ALLOW`;
}

async function checkIngestion(settings: Settings, io: Io): Promise<Check> {
  return await attempt('ingestion', async () => {
    const url = await findIngestionUrl(settings, io);
    const { status } = await probe(`${url}/health/ready`, { method: 'GET' }, io);
    if (status !== 200) throw new Failure('not_ready', `${url} responded with status ${status}`);
    return url;
  });
}

/** Performs the read-only handshake of the Model Context Protocol. */
async function checkMcp({ apiUrl, apiKey }: Settings, io: Io): Promise<Check> {
  const url = `${toRootUrl(apiUrl)}/mcp`;
  if (apiKey === undefined) return skipped('mcp');
  let isServed = true;
  const check = await attempt('mcp', async () => {
    const response = await probe(
      url,
      {
        method: 'POST',
        headers: {
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
          authorization: `Bearer ${apiKey}`,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'svc', version: io.version } },
        }),
      },
      io,
    );
    isServed = response.status !== 404 && response.status !== 405;
    if (isServed && !response.ok) {
      throw new Failure('mcp', `${url} responded with status ${response.status}`, toExitCode(response.status));
    }
    return url;
  });
  return isServed ? check : { ...check, status: 'not_served', message: 'the service does not serve MCP' };
}

/** Returns undefined if the credential is valid but lacks the scope. */
async function getPermitted(
  api: Api,
  path: string,
  project: string | undefined,
  ...filters: readonly (readonly [string, string])[]
): Promise<Json | undefined> {
  const query = [...(project === undefined ? [] : [['project_id', project] as const]), ...filters];
  try {
    return (await api.send({ method: 'GET', path, query, idempotent: true })) ?? null;
  } catch (error) {
    if (error instanceof Failure && error.response?.status === 403 && /\bscope\b/.test(error.message)) return undefined;
    throw error;
  }
}

async function probe(url: string, init: RequestInit, io: Io): Promise<Response> {
  try {
    const response = await io.fetch(url, {
      ...init,
      headers: { accept: 'application/json', 'user-agent': userAgent(io.version), ...(init.headers as object) },
      redirect: 'manual',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    // Only the status and headers matter; an unread body, such as an event stream, would keep the connection open.
    await response.body?.cancel();
    return response;
  } catch (error) {
    throw unreachable(error, url, PROBE_TIMEOUT_MS);
  }
}

async function attempt(name: Check['name'], work: () => Promise<string>): Promise<Check> {
  try {
    return { name, status: 'ok', message: await work(), exitCode: EXIT.ok };
  } catch (error) {
    const { message, exitCode } = toFailure(error);
    return { name, status: 'failed', message, exitCode };
  }
}

function skipped(name: Check['name']): Check {
  const message = name === 'mcp' ? noCredential().message : 'a previous check failed';
  return { name, status: 'skipped', message, exitCode: EXIT.ok };
}

function nameAt(account: Json, key: string): string {
  const holder = isObject(account) ? account[key] : undefined;
  return isObject(holder) ? plainText(holder['name']) : 'unknown';
}
