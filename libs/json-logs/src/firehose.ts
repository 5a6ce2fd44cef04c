import { gunzipSync } from 'node:zlib';
import { isJsonObject, parseJson, toInstant, type Budget, type Json, type JsonObject } from '@svc/otlp/wire';
import { invalidField, ServiceError } from '@svc/service-error';
import { readLines, readText } from './read.js';
import type { Reading, SentRecord } from './sent-record.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const GZIP = 0x1f8b;

/**
 * Reads a delivery of Amazon Data Firehose to an HTTP endpoint: `{requestId, timestamp, records: [{data}]}`, where data is Base64 of lines,
 * or of a subscription of CloudWatch Logs, which is compressed with gzip. Control messages of a subscription are no logs.
 *
 * @throws ServiceError invalid_request that names the field, or payload_too_large.
 */
export function readDelivery(body: Buffer, budget: Budget): Reading {
  const delivery = parseJson(body);
  const sent = isJsonObject(delivery) ? delivery['records'] : undefined;
  if (!Array.isArray(sent)) throw invalidField('records', 'must be an array');
  const records: SentRecord[] = [];
  const dropped: Record<string, number> = {};
  const drop = (reason: string): void => void (dropped[reason] = (dropped[reason] ?? 0) + 1);
  for (const [index, record] of (sent as readonly unknown[]).entries()) {
    const data = readData(record, `records[${index}].data`, budget);
    for (const line of readLines(data, budget)) {
      const message = isJsonObject(line.content) ? line.content : undefined;
      if (message?.['messageType'] === 'CONTROL_MESSAGE') drop('control_message');
      else if (isSubscription(message)) readSubscription(message, budget, records, drop);
      else records.push(line);
    }
  }
  return { records, dropped };
}

function readData(record: unknown, path: string, budget: Budget): Buffer {
  const data = isJsonObject(record) ? record['data'] : undefined;
  if (typeof data !== 'string' || !BASE64.test(data)) throw invalidField(path, 'must be Base64');
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length < 2 || bytes.readUInt16BE() !== GZIP) return bytes;
  const plain = gunzip(bytes, path, budget.bytesLeft);
  budget.unpack(plain.length);
  return plain;
}

function gunzip(bytes: Buffer, path: string, maxOutputLength: number): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(maxOutputLength, 1) });
  } catch (cause) {
    if (cause instanceof RangeError) throw new ServiceError('payload_too_large', { cause });
    throw invalidField(path, 'is not valid gzip');
  }
}

interface Subscription extends JsonObject {
  readonly logEvents: readonly Json[];
}

function isSubscription(message: JsonObject | undefined): message is Subscription {
  return message?.['messageType'] === 'DATA_MESSAGE' && Array.isArray(message['logEvents']);
}

/** Adds the events of a subscription's message, which are of the group, the stream and the account that it names. */
function readSubscription(
  { owner, logGroup, logStream, logEvents }: Subscription,
  budget: Budget,
  records: SentRecord[],
  drop: (reason: string) => void,
): void {
  const resource = {
    'service.name': logGroup ?? null,
    'cloud.provider': 'aws',
    'cloud.account.id': owner ?? null,
    'aws.log.group.names': logGroup ?? null,
    'aws.log.stream.names': logStream ?? null,
  };
  for (const event of logEvents) {
    const { message, timestamp } = isJsonObject(event) ? event : {};
    if (typeof message !== 'string') drop('event_without_message');
    else {
      budget.take();
      records.push({ ...readText(message.trimEnd()), timeNs: toInstant(timestamp ?? null), resource });
    }
  }
}
