import type { Api } from '../http/api.js';
import { counted } from '../print/layout/units.js';
import { EXIT, Failure, toExitCode } from '../runtime/failure.js';
import type { Io } from '../runtime/io.js';
import { isObject, objectsAt, plainText, type Json } from '../runtime/values/json.js';
import type { Settings } from '../session/settings.js';
import { attempt, probe, type Check, type Finding } from './check.js';
import type { ClockReading } from './clock-check.js';

/** The service at the address of the API, and how its clock compares if it said the time. */
export async function reachApi(settings: Settings, io: Io): Promise<{ check: Check; clock?: ClockReading }> {
  let clock: ClockReading | undefined;
  const check = await attempt(
    'api',
    async () => {
      const sentAt = io.now();
      const { status, headers } = await probe(`${settings.apiUrl}/account`, io);
      // The port of ingestion answers 404 in JSON too.
      const isOurs = headers.get('content-type')?.includes('json') === true && status < 500 && status !== 404;
      if (!isOurs) {
        const message = `${settings.apiUrl} is not the API (status ${status})`;
        throw new Failure('unexpected_answer', message, toExitCode(status));
      }
      clock = { date: headers.get('date'), sentAt, receivedAt: io.now() };
      return { message: settings.apiUrl };
    },
    ({ error }) =>
      error === 'unexpected_answer'
        ? 'Check the address of the API (--api-url, SVC_API_URL or the profile): it is that of the pages and of REST, not that of ingestion.'
        : 'Start the service, or set its address with --api-url, SVC_API_URL or the profile.',
  );
  return { check, ...(clock && { clock }) };
}

export async function checkAuthentication(api: Api): Promise<Check> {
  return await attempt(
    'authentication',
    async () => {
      const account = await getPermitted(api, '/account', undefined);
      if (account === undefined)
        return { message: 'the credential is valid; it lacks the scope account:read, so it cannot be named' };
      return { message: `${nameAt(account, 'principal')} of ${nameAt(account, 'organization')}` };
    },
    ({ exitCode }) =>
      exitCode === EXIT.unauthenticated
        ? 'Run svc login, or set SVC_API_KEY to a key that is valid.'
        : 'Try again; the log of the service has the cause of the failed request.',
  );
}

export async function checkProject(api: Api, settings: Settings): Promise<Check> {
  return await attempt(
    'project',
    async () => {
      const current = await getPermitted(api, '/projects/current', settings.project);
      if (current === undefined) return { status: 'skipped', message: 'the credential lacks projects:read' };
      const name = isObject(current) ? `${plainText(current['slug'])} (${plainText(current['id'])})` : '';
      return { message: name, ...(await findBlocked(api, settings.project, name)) };
    },
    ({ exitCode }) =>
      exitCode === EXIT.forbidden
        ? 'Leave --project and SVC_PROJECT out, or use a key of this project: a key of one project is valid for no other.'
        : 'Run svc projects list, then svc projects use <slug>; or pass --project.',
  );
}

/** Says that recent notifications were refused because of the addresses of their receivers, which an operator can change. */
async function findBlocked(api: Api, project: string | undefined, name: string): Promise<Finding | undefined> {
  const failed = await getPermitted(api, '/notifications/deliveries', project, ['status', 'failed']).catch(
    () => undefined,
  );
  const blocked = objectsAt(failed ?? null, 'deliveries').filter(({ reason }) => reason === 'blocked_address');
  if (blocked.length === 0) return undefined;
  return {
    status: 'warning',
    message: `${name}; ${counted(blocked.length, 'notification')} failed, because the address of the receiver is not public`,
    next: 'Let an operator permit ranges of addresses with SVC_EGRESS_ALLOW.',
  };
}

/** Returns undefined if the credential is valid but lacks the scope. @throws Failure */
export async function getPermitted(
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

function nameAt(account: Json, key: string): string {
  const holder = isObject(account) ? account[key] : undefined;
  return isObject(holder) ? plainText(holder['name']) : 'unknown';
}
