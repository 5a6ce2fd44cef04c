/**
 * Sends one trace of a checkout with its log records and product event to the service: `npm run example`. The addresses and the key
 * come from SVC_INGEST_URL and SVC_API_KEY, or from the default profile of the client.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

const traceId = randomBytes(16).toString('hex');
const start = Date.now() - 5_000;

/** Service, name, parent, start and end in milliseconds, and why the span failed. */
const SPANS = [
  ['web', 'POST /checkout', undefined, 0, 412, 'payment refused'],
  ['checkout', 'POST /orders', 0, 6, 405, 'payment refused'],
  ['checkout', 'reserve stock', 1, 11, 64],
  ['stock', 'POST /reservations', 2, 19, 58],
  ['checkout', 'charge card', 1, 70, 391, 'payment refused'],
  ['payments', 'POST /charges', 4, 78, 388, 'the card processor did not respond'],
];
const [INTERNAL, SERVER] = [1, 2];
const ids = SPANS.map(() => randomBytes(8).toString('hex'));

/** Service, index of the span, milliseconds, severity number and body. */
const LOGS = [
  ['checkout', 1, 8, 9, 'order 4711 received with 3 items'],
  ['stock', 3, 57, 9, 'reserved 3 items for order 4711'],
  ['payments', 5, 380, 13, 'retrying the card processor after a timeout of 150 ms'],
  ['payments', 5, 387, 17, 'payment refused: the card processor did not respond'],
];

const { ingestUrl, apiKey, project } = settings();
await send('/v1/traces', { resourceSpans: SPANS.map((span, index) => resourceSpan(span, index)) });
await send('/v1/logs', { resourceLogs: LOGS.map(resourceLog) });
await send('/api/v1/capture', {
  events: [{ event: 'checkout failed', distinct_id: 'ada', properties: { amount: 42, reason: 'payment refused' } }],
});
console.log(`Sent a trace: svc traces get ${traceId}`);

function resourceSpan([service, name, parent, from, to, failed], index) {
  const isServer = SPANS[parent]?.[0] !== service;
  const span = {
    traceId,
    spanId: ids[index],
    ...(parent !== undefined && { parentSpanId: ids[parent] }),
    name,
    kind: isServer ? SERVER : INTERNAL,
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(to),
    attributes: [attribute('distinct_id', 'ada'), ...(isServer ? [attribute('http.route', name.split(' ')[1])] : [])],
    ...(failed && { status: { code: 2, message: failed } }),
  };
  return { resource: resource(service), scopeSpans: [{ spans: [span] }] };
}

function resourceLog([service, span, at, severityNumber, body]) {
  const record = {
    timeUnixNano: nanoseconds(at),
    severityNumber,
    body: { stringValue: body },
    traceId,
    spanId: ids[span],
    attributes: [attribute('distinct_id', 'ada')],
  };
  return { resource: resource(service), scopeLogs: [{ logRecords: [record] }] };
}

function resource(service) {
  return { attributes: [attribute('service.name', service)] };
}

function attribute(key, value) {
  return { key, value: { stringValue: value } };
}

function nanoseconds(milliseconds) {
  return `${start + milliseconds}000000`;
}

async function send(route, body) {
  const response = await fetch(ingestUrl + route, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-svc-api-key': apiKey,
      ...(project && { 'x-svc-project': project }),
    },
    body: JSON.stringify(body),
  }).catch(() => {
    console.error(`The service cannot be reached at ${ingestUrl}. Start it with npm start.`);
    process.exit(1);
  });
  if (response.ok) return;
  console.error(`${route} responded with ${response.status}: ${await response.text()}`);
  process.exit(1);
}

function settings() {
  const {
    SVC_INGEST_URL,
    SVC_API_KEY,
    SVC_CONFIG_DIR,
    XDG_CONFIG_HOME = path.join(homedir(), '.config'),
  } = process.env;
  if (SVC_INGEST_URL && SVC_API_KEY) return { ingestUrl: SVC_INGEST_URL, apiKey: SVC_API_KEY };
  const file = path.join(SVC_CONFIG_DIR ?? path.join(XDG_CONFIG_HOME, 'svc'), 'config.json');
  const profile = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).profiles?.default : undefined;
  const { ingest_url, api_key, project } = profile ?? {};
  if (ingest_url && api_key) return { ingestUrl: ingest_url, apiKey: api_key, project };
  console.error(
    'There is no profile with a key. Start the service with npm start, or set SVC_INGEST_URL and SVC_API_KEY.',
  );
  process.exit(1);
}
