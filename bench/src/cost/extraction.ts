/**
 * Measures the cost of errors on one thread, one JSON line per figure: `node dist/cost/extraction.js [seconds per
 * figure]`. Figures are CPU time, garbage collection and helper threads included.
 */
import { createBlockEncoder, type RequestContext } from '@svc/otlp';
import { analyzeError } from '@svc/stacks';
import { printer } from '../figures/figure.js';
import { protobufPayload } from '../payloads/payloads.js';

const ROWS_PER_REQUEST = 1000;
const DISTINCT_REQUESTS = 60;
const FAILED_PERCENT = 5;
const WARM_UP_MS = 1500;
const NOW_NS = 1_790_000_000_000_000_000n;
const seconds = Number(process.argv[2] ?? 3);
const print = printer({ seconds, failedPercent: FAILED_PERCENT, framesPerError: 12 });

const CONTEXT: RequestContext = { projectNumber: 1, retentionDays: 30, receivedAtNs: NOW_NS, partition: 0, offset: 0 };

/** Microseconds of CPU for one call, over whole rounds. */
function measure(run: () => void): number {
  const warm = Date.now() + WARM_UP_MS;
  do run();
  while (Date.now() < warm);
  const until = Date.now() + seconds * 1000;
  const before = process.cpuUsage();
  let rounds = 0;
  do {
    run();
    rounds++;
  } while (Date.now() < until);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / rounds;
}

/** Encodes a block of spans whose events have this name. */
function encodeSpans(eventName: string, percent: number): { readonly microseconds: number; readonly errors: number } {
  const failures = { percent, eventName, areVaried: true };
  const bodies = Array.from({ length: DISTINCT_REQUESTS }, (_, seed) =>
    protobufPayload('traces', { rows: ROWS_PER_REQUEST, seed, nowNs: NOW_NS, failures }),
  );
  const encoder = createBlockEncoder('traces', { isKnown: () => true });
  let errors = 0;
  const microseconds = measure(() => {
    bodies.forEach((body, offset) => encoder.add(body, { ...CONTEXT, offset }));
    errors = encoder.errors.length;
    encoder.finish();
    encoder.reset();
  });
  return { microseconds, errors };
}

const SPANS = ROWS_PER_REQUEST * DISTINCT_REQUESTS;
const perSpan = (microseconds: number): number => Math.round((microseconds / SPANS) * 1000) / 1000;
const without = encodeSpans('exception', 0);
const unnamed = encodeSpans('failure', FAILED_PERCENT);
const extracted = encodeSpans('exception', FAILED_PERCENT);
print({
  figure: 'extract',
  microsecondsPerError: Math.round(((extracted.microseconds - unnamed.microseconds) / extracted.errors) * 10) / 10,
  microsecondsPerSpan: {
    withoutEvents: perSpan(without.microseconds),
    withEvents: perSpan(unnamed.microseconds),
    withErrors: perSpan(extracted.microseconds),
  },
});

const calls = <Call>(make: (index: number) => Call): Call[] => Array.from({ length: 12 }, (_, index) => make(index));
const STACKS: Readonly<Record<string, (order: number) => string>> = {
  nodejs: (order) =>
    [`TypeError: order ${order}`, ...calls((i) => `    at Shop.pay${i} (/srv/app/pay${i}.js:${i + 10}:15)`)].join('\n'),
  java: (order) =>
    [`com.shop.E: order ${order}`, ...calls((i) => `\tat com.shop.Till${i}.pay(Till${i}.java:${i + 10})`)].join('\n'),
  python: (order) =>
    [
      'Traceback (most recent call last):',
      ...calls((i) => `  File "/srv/app/pay${i}.py", line ${i + 10}, in pay\n    return pay(order)`),
      `ValueError: order ${order}`,
    ].join('\n'),
  go: (order) =>
    [
      `panic: order ${order}\n\ngoroutine 1 [running]:`,
      ...calls((i) => `main.pay${i}(...)\n\t/srv/app/pay${i}.go:${i + 10} +0x1d`),
    ].join('\n'),
};

for (const [platform, makeStack] of Object.entries(STACKS)) {
  const texts = Array.from({ length: 1000 }, (_, order) => makeStack(order));
  const known = { type: '', message: '', serviceName: 'shop', release: '', dist: '', debugIds: {} };
  const microseconds = measure(() => {
    for (const stacktrace of texts) analyzeError({ ...known, platform, stacktrace });
  });
  print({ figure: 'analyze', platform, microsecondsPerError: Math.round((microseconds / texts.length) * 10) / 10 });
}
