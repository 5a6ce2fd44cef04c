import { BackWriter, closeMessage, FIXED64, toTag, writeAttribute, writeText } from '@svc/otlp/wire';
import { splitContext, type Context } from './context.js';
import type { Entry, Pair, Push, Stream } from './push.js';
import { toResource } from './resource.js';

/** Numbers of the fields of OTLP that are written. */
const RESOURCE_LOGS = { resource: 1, scopeLogs: 2 } as const;
const LOG_RECORDS = 2;
const RECORD = { time: 1, severityText: 3, body: 5, attributes: 6, traceId: 9, spanId: 10 } as const;
const STRING_VALUE = 1;

/** Writes a push as an ExportLogsServiceRequest in protobuf. @throws ServiceError payload_too_large beyond `maxBytes`. */
export function writeLogs({ streams }: Push, sizeHint: number, maxBytes: number): Buffer {
  const out = new BackWriter(Math.max(sizeHint, 256), maxBytes);
  for (let index = streams.length - 1; index >= 0; index--) writeStream(out, streams[index]);
  return out.finish();
}

function writeStream(out: BackWriter, { labels, entries }: Stream): void {
  const context = splitContext(labels);
  const before = out.length;
  for (let index = entries.length - 1; index >= 0; index--) writeRecord(out, entries[index], context);
  closeMessage(out, RESOURCE_LOGS.scopeLogs, before);
  const beforeResource = out.length;
  writeAttributes(out, 1, toResource(context.rest));
  closeMessage(out, RESOURCE_LOGS.resource, beforeResource);
  closeMessage(out, 1, before);
}

function writeRecord(out: BackWriter, { timeLow, timeHigh, line, metadata }: Entry, stream: Context): void {
  const own = splitContext(metadata);
  const traceId = own.traceId ?? stream.traceId;
  const spanId = own.spanId ?? stream.spanId;
  const level = own.level ?? stream.level;
  const before = out.length;
  if (spanId !== undefined) writeText(out, RECORD.spanId, Buffer.from(spanId, 'hex'));
  if (traceId !== undefined) writeText(out, RECORD.traceId, Buffer.from(traceId, 'hex'));
  writeAttributes(out, RECORD.attributes, own.rest);
  const beforeBody = out.length;
  writeText(out, STRING_VALUE, line);
  closeMessage(out, RECORD.body, beforeBody);
  if (level !== undefined) writeText(out, RECORD.severityText, level);
  out.fixed64(timeLow, timeHigh);
  out.varint(toTag(RECORD.time, FIXED64));
  closeMessage(out, LOG_RECORDS, before);
}

function writeAttributes(out: BackWriter, field: number, pairs: readonly Pair[]): void {
  for (let index = pairs.length - 1; index >= 0; index--)
    writeAttribute(out, field, pairs[index].name, pairs[index].value);
}
