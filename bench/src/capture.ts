/**
 * Measures libs/capture on one thread, one JSON line per figure: `node dist/capture.js [seconds per figure]`. Events of
 * ten properties, 100 a request, redaction on; blocks of 30,000 events. Rates are per CPU-second, garbage collection
 * and helper threads included, so other work on the machine does not lower them.
 */
import { CaptureEncoder, decodeRecord, encodeRecord, readRequest } from '@svc/capture';
import { printer } from './figures/figure.js';

const EVENTS_PER_REQUEST = 100;
const DISTINCT_REQUESTS = 300;
/** Warm-up, because the time of the compiler must not count. */
const WARM_UP_MS = 1500;
const NOW_NS = BigInt(Date.now()) * 1_000_000n;
const CONTEXT = { receivedAtNs: NOW_NS, retentionDays: 30 };
const seconds = Number(process.argv[2] ?? 3);

const EVENTS = ['$pageview', 'Product Viewed', 'Order Completed', 'Signed Up', 'Video Played'];
const BROWSERS = ['Chrome', 'Firefox', 'Safari', 'Edge'];

/** Events like those of web clients. One in a hundred contains an e-mail address that must be redacted. */
function event(n: number): object {
  const at = new Date(Number(NOW_NS / 1_000_000n) - n * 7).toISOString();
  return {
    event: EVENTS[n % EVENTS.length],
    distinct_id: `user-${n % 5000}`,
    session_id: `0199-${n % 900}`,
    message_id: `0199a1b2-c3d4-7e5f-8a6b-${String(n).padStart(12, '0')}`,
    timestamp: at,
    properties: {
      $current_url: `https://shop.example.com/products/${n % 1000}?utm_source=news&page=${n % 9}`,
      $referrer: 'https://www.google.com/',
      $browser: BROWSERS[n % 4],
      $browser_version: 120 + (n % 9),
      $os: 'Mac OS X',
      plan: n % 100 === 0 ? `paid by ada${n}@example.com` : 'enterprise',
      amount: (n % 10_000) / 100,
      currency: 'EUR',
      items: [`sku-${n % 50}`, `sku-${n % 70}`],
      is_returning: n % 3 === 0,
    },
  };
}

const bodies = Array.from({ length: DISTINCT_REQUESTS }, (_, request) =>
  Buffer.from(
    JSON.stringify({
      events: Array.from({ length: EVENTS_PER_REQUEST }, (_, i) => event(request * EVENTS_PER_REQUEST + i)),
    }),
  ),
);
const bytes = bodies.reduce((total, body) => total + body.byteLength, 0);
const print = printer({
  eventsPerRequest: EVENTS_PER_REQUEST,
  properties: 10,
  bytesPerEvent: Math.round(bytes / total()),
  seconds,
});

function total(): number {
  return DISTINCT_REQUESTS * EVENTS_PER_REQUEST;
}

/** CPU microseconds per event of whole rounds over all requests. */
function measure(figure: string, round: () => void): number {
  for (const until = Date.now() + WARM_UP_MS; Date.now() < until;) round();
  const before = process.cpuUsage();
  let rounds = 0;
  for (const until = Date.now() + seconds * 1000; Date.now() < until; rounds++) round();
  const { user, system } = process.cpuUsage(before);
  const perEvent = (user + system) / (rounds * total());
  print({
    figure,
    cpuMicrosecondsPerEvent: Math.round(perEvent * 100) / 100,
    eventsPerCpuSecond: Math.round(1e6 / perEvent),
  });
  return perEvent;
}

const receive = measure('receive', () => {
  for (const body of bodies) encodeRecord(readRequest(body, CONTEXT).accepted);
});

const records = bodies.map((body) => encodeRecord(readRequest(body, CONTEXT).accepted));
const encoder = new CaptureEncoder();
const envelope = {
  projectNumber: 1,
  projectId: '00000000-0000-4000-8000-000000000001',
  retentionDays: 30,
  receivedAtMs: Number(NOW_NS / 1_000_000n),
  hash: 'h',
  bytes: 1,
  isFromServer: true,
  rejected: {},
};
const encode = measure('encode', () => {
  for (const record of records) encoder.add(decodeRecord(record), envelope, { partition: 0, offset: 0 });
  encoder.finish();
  encoder.reset();
});

print({ figure: 'receive and encode', eventsPerCpuSecond: Math.round(1e6 / (receive + encode)) });
