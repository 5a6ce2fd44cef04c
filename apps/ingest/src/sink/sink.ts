import { TOPIC_BY_SIGNAL, TOPICS, type EventLog } from '@svc/event-log';
import type { Logger } from '@svc/observability';
import type { Signal } from '@svc/otlp';
import { consumeTopic } from './consume-topic.js';
import { createRowMemory, type RowMemoryOptions } from './memory/row-memory.js';
import { CaptureWriter } from './writers/capture-writer.js';
import { TelemetryWriter } from './writers/telemetry-writer.js';

export interface SinkOptions extends RowMemoryOptions {
  readonly eventLog: EventLog;
  readonly logger: Logger;
}

export interface Sink {
  stop(): Promise<void>;
}

/** Moves acknowledged records from the event log into the column store, each row exactly once. */
export async function startSink(options: SinkOptions): Promise<Sink> {
  const memory = createRowMemory(options);
  const { columnStore } = options;
  const consumers = await Promise.all([
    ...(Object.keys(TOPIC_BY_SIGNAL) as Signal[]).map((signal) =>
      consumeTopic(TOPIC_BY_SIGNAL[signal], options, () => new TelemetryWriter(signal, columnStore, memory)),
    ),
    consumeTopic(TOPICS.capture, options, () => new CaptureWriter(columnStore, memory)),
  ]);
  return { stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))) };
}
