import assert from 'node:assert/strict';
import { makeKey, ok, type Json } from '../api.js';
import { byEffort } from '../effort.js';
import { measureHeld, type HeldSeconds } from '../hostile/watchdog.js';
import { chooseSeed, seededRandom } from '../random.js';
import { theService } from '../topology.js';
import { makeProject } from '../workspace/project.js';
import { readCatalog, type Catalog, type FuzzedOperation } from './catalog.js';
import { fuzzedRequest, type FuzzedRequest } from './fuzzed-request.js';
import { MARK } from './hostile-values.js';

/** Number of requests: a seed sends the same ones on every machine. `SVC_E2E_FUZZ_SECONDS` sets a duration instead. */
const REQUESTS = byEffort(1_500, 15_000);
const SECONDS = Number(process.env['SVC_E2E_FUZZ_SECONDS'] ?? 0);
/** Requests between two readings of the watchdog, and how many of them run at the same time. */
const BATCH = 24;
const PARALLEL = 4;
/** As for the list of hostile requests, and as there a request counts only if it holds the event loop each time it is sent. */
const TOLERANCE_SECONDS = 0.04;
const ATTEMPTS = 4;
/** Enough faults to see a pattern. */
const MAX_FAULTS = 20;
/** A stream does not end by itself. */
const STREAM_MS = 300;
/**
 * They change rules of the organization, on which other specs rely, send mail, or use up what one address may try to sign in. The package
 * is large and takes no parameter.
 */
const LEFT_OUT = /^(account\.security_|invitations\.create$|members\.|auth\.|client\.package$)/;

describe('any operation with any value', () => {
  let catalog: Catalog;
  let project: string;
  let keys: { readonly bound: string; readonly organization: string };
  let ordinary: HeldSeconds;
  const seed = chooseSeed();

  beforeAll(async () => {
    catalog = await readCatalog();
    project = (await makeProject()).id;
    const { scopes } = await ok('GET', '/account/api-keys/scopes');
    const granted = [...(scopes as Json[])].map(({ name }) => name as string);
    keys = {
      bound: (await makeKey(granted, project)).secret,
      organization: (await makeKey(granted)).secret,
    };
    ordinary = await measureHeld(async () => {
      for (let n = 0; n < 20; n++) await ok('GET', '/logs?limit=10', { key: keys.bound });
    });
  });

  const keyFor = ({ project: rule }: FuzzedOperation): string =>
    rule === 'organization' ? keys.organization : keys.bound;

  it(`answers any value with a result or a known error, without blocking the event loop (SVC_TEST_SEED=${seed})`, async () => {
    const random = seededRandom(seed);
    const operations = catalog.operations.filter(({ id }) => !LEFT_OUT.test(id));
    const until = performance.now() + SECONDS * 1_000;
    const faults: string[] = [];
    let sent = 0;
    const isEnough = (): boolean => (SECONDS > 0 ? performance.now() >= until : sent >= REQUESTS);
    while (!isEnough() && faults.length < MAX_FAULTS) {
      const batch = Array.from({ length: BATCH }, () => {
        const operation = operations[Math.floor(random() * operations.length)];
        assert.ok(operation);
        return { ...fuzzedRequest(operation, project, random), key: keyFor(operation) };
      });
      const held = await measureHeld(() => sendAll(batch, catalog, faults));
      if (!isFree(held, ordinary)) faults.push(...(await findHolding(batch, catalog, ordinary)));
      sent += batch.length;
    }
    assert.deepEqual(faults, [], `of ${sent} requests`);
    // Otherwise limits of rate or missing scopes would answer instead of the operations.
    const refused = [401, 403, 429, 503].reduce((sum, status) => sum + (statuses.get(status) ?? 0), 0);
    assert.ok(refused < sent / 3 && statuses.has(200), JSON.stringify([...statuses]));
  });

  it('still answers after any value', async () => {
    assert.equal((await fetch(`${theService().httpUrl}/health/live`)).status, 200);
    await ok('GET', '/logs?limit=1', { key: keys.bound });
  });
});

/** Number of answers by status. */
const statuses = new Map<number, number>();

type KeyedRequest = FuzzedRequest & { readonly key: string };

async function sendAll(requests: readonly KeyedRequest[], catalog: Catalog, faults: string[]): Promise<void> {
  const waiting = [...requests];
  const sendNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const request = next;
      const fault = await findFault(next, catalog).catch((error: unknown) => {
        return `no answer (${String((error as Error).cause ?? error)}) to ${describeRequest(request)}`;
      });
      if (fault !== undefined) faults.push(fault);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, sendNext));
}

/** The requests of a batch that hold the event loop by themselves, each time they are sent. */
async function findHolding(
  requests: readonly KeyedRequest[],
  catalog: Catalog,
  ordinary: HeldSeconds,
): Promise<string[]> {
  const faults: string[] = [];
  for (const request of requests) {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const held = await measureHeld(async () => void (await findFault(request, catalog)));
      if (isFree(held, ordinary)) break;
      const seconds = JSON.stringify(Object.fromEntries(held));
      if (attempt === ATTEMPTS) faults.push(`the event loop was held for ${seconds} s by ${describeRequest(request)}`);
    }
  }
  return faults;
}

/** Returns a description of the fault in the answer to a request, or undefined if the answer is correct. */
async function findFault(request: KeyedRequest, { errorCodes }: Catalog): Promise<string | undefined> {
  const { operation, method, path, body, key } = request;
  const isStream = path.startsWith('/api/v1/stream/');
  const answer = await fetch(`${theService().httpUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
    ...(isStream && { signal: AbortSignal.timeout(STREAM_MS) }),
  });
  const { status, headers } = answer;
  const text = await answer.text().catch(() => '');
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const fault = `${status} ${text.slice(0, 300)} to ${describeRequest(request)}`;
  if (status >= 500 && status !== 503) return fault;
  // Pages answer people.
  if (status < 400 || operation.startsWith('pages.')) return undefined;
  if (headers.get('content-type')?.startsWith('application/json') !== true) return `no JSON: ${fault}`;
  // Alertmanager's errors are texts.
  const { error, message, errorCode, errorType } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
  // OpenFeature, Prometheus and others define the errors of their operations.
  if (operation.startsWith('ofrep.') && typeof errorCode === 'string') return undefined;
  if (operation.startsWith('prometheus.') && typeof errorType === 'string') return undefined;
  if (text.includes(MARK)) return `the error repeats what was sent: ${fault}`;
  if (/^(?:alertmanager|external_alerts|jaeger)\./.test(operation)) return undefined;
  if (!errorCodes.has(error) || typeof message !== 'string') return `unknown error: ${fault}`;
  return undefined;
}

function isFree(held: HeldSeconds, ordinary: HeldSeconds): boolean {
  return [...held].every(([name, seconds]) => seconds <= (ordinary.get(name) ?? 0) + TOLERANCE_SECONDS);
}

function describeRequest({ operation, field, method, path, body = '' }: FuzzedRequest): string {
  return `${operation} with ${field}: ${method} ${path.slice(0, 300)} ${body.slice(0, 600)} (${body.length} characters)`;
}
