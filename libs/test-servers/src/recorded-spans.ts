import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace';

export interface RecordedSpans {
  finished(): readonly ReadableSpan[];
  reset(): void;
  stop(): void;
}

const recordings = new Set<ReadableSpan[]>();
let started: Promise<void> | undefined;

/** Records the spans that end in this process, until `stop`. */
export async function recordSpans(): Promise<RecordedSpans> {
  started ??= startSdk();
  await started;
  let spans: ReadableSpan[] = [];
  recordings.add(spans);
  const stop = (): boolean => recordings.delete(spans);
  return {
    finished: () => spans,
    reset() {
      stop();
      spans = [];
      recordings.add(spans);
    },
    stop,
  };
}

/**
 * Registers one SDK for the life of the process. A second one would record nothing, because the tracers that modules hold stay with
 * the first. It is loaded only here, because it takes 40 MB and most specs that import this package record nothing.
 */
async function startSdk(): Promise<void> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const recorder: SpanProcessor = {
    onStart: () => undefined,
    onEnd(span) {
      for (const spans of recordings) spans.push(span);
    },
    forceFlush: () => Promise.resolve(),
    shutdown: () => Promise.resolve(),
  };
  new NodeSDK({
    spanProcessors: [recorder],
    autoDetectResources: false,
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
  }).start();
}
