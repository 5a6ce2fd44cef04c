import {
  readBodyAsync,
  readEnvelope,
  Repeats,
  REPEATS_LOOK_BACK_MS,
  TOPIC_BY_SIGNAL,
  type ConsumerRecord,
  type EventLog,
  type LookBack,
  type PastRecord,
  type RequestEnvelope,
} from '@svc/event-log';
import { decodeLogs, type LogEntry, type OVERSIZED } from '@svc/otlp';

/** An export request of log records in the event log. */
export interface LoggedRequest {
  readonly partition: number;
  readonly record: ConsumerRecord;
  readonly envelope: RequestEnvelope;
  /** The request repeats an earlier one; the store skips it too. */
  readonly isRepeat: boolean;
}

export interface ReadingOptions {
  /** Offsets to start from, by partition. */
  readonly from: ReadonlyMap<number, number>;
  readonly signal: AbortSignal;
}

/** Reads the requests in the log, of all projects, and continues with new ones as they are appended. */
export async function* followRequests(
  eventLog: EventLog,
  { from, signal }: ReadingOptions,
): AsyncGenerator<LoggedRequest> {
  const repeats = new Map<number, Repeats>();
  const lookBack: LookBack = {
    ms: REPEATS_LOOK_BACK_MS,
    reset: (partition) => repeats.set(partition, new Repeats()),
    observe: (partition, record) => isRepeatedRequest(repeats.get(partition), record, readEnvelope(record)),
  };
  for await (const { partition, records } of eventLog.follow({ topic: TOPIC_BY_SIGNAL.logs, from, signal, lookBack })) {
    for (const record of records) {
      const envelope = readEnvelope(record);
      yield { partition, record, envelope, isRepeat: isRepeatedRequest(repeats.get(partition), record, envelope) };
    }
  }
}

/** Decides like the store's sink, from the records before this one, whichever offset the reader started at. */
function isRepeatedRequest(
  repeats: Repeats | undefined,
  record: PastRecord,
  { hash, projectNumber }: RequestEnvelope,
): boolean {
  return repeats?.isRepeat(hash, projectNumber, record.offset, record.timestampMs) ?? false;
}

/** A record, the mark of one that is too large to be shown, or undefined after a step without a record. */
export type DecodingStep = LogEntry | typeof OVERSIZED | undefined;

/** The records of a request that the store receives, each decoded when it is read. */
export async function decodeRequest({
  partition,
  record,
  envelope,
  isRepeat,
}: LoggedRequest): Promise<Iterable<DecodingStep>> {
  if (isRepeat || record.isErased) return [];
  return decodeLogs(await readBodyAsync(record, envelope), { ...envelope, partition, offset: record.offset });
}
