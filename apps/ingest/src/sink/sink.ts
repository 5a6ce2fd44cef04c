import { TOPIC_BY_SIGNAL, TOPICS, type EventLog } from '@svc/event-log';
import type { ObjectStore } from '@svc/objects';
import type { Logger } from '@svc/observability';
import type { Signal } from '@svc/otlp';
import { consumeTopic } from './consume-topic.js';
import { createRowMemory, type RowMemoryOptions } from './memory/row-memory.js';
import { CaptureWriter } from './writers/capture-writer.js';
import { ContentObjects } from './writers/content-objects.js';
import { ReplayWriter } from './writers/replay-writer.js';
import { TelemetryWriter } from './writers/telemetry-writer.js';

export interface SinkOptions extends RowMemoryOptions {
  readonly eventLog: EventLog;
  readonly logger: Logger;
  /** Takes recordings, which are refused without one, and large prompts and answers, which the column store has then. */
  readonly objects?: ObjectStore | undefined;
}

export interface Sink {
  stop(): Promise<void>;
}

/** Moves acknowledged records from the event log into the column store, each row exactly once. */
export async function startSink(options: SinkOptions): Promise<Sink> {
  const memory = createRowMemory(options);
  const { columnStore, objects, logger } = options;
  const contents = objects && new ContentObjects(objects, logger, Date.now);
  const consumers = await Promise.all([
    ...(Object.keys(TOPIC_BY_SIGNAL) as Signal[]).map((signal) =>
      consumeTopic(TOPIC_BY_SIGNAL[signal], options, () => new TelemetryWriter(signal, columnStore, memory, contents)),
    ),
    consumeTopic(TOPICS.capture, options, () => new CaptureWriter(columnStore, memory)),
    ...(objects ? [consumeTopic(TOPICS.replay, options, () => new ReplayWriter(columnStore, objects))] : []),
  ]);
  return { stop: async () => void (await Promise.all(consumers.map((consumer) => consumer.stop()))) };
}
