import { parseExactJson } from '@svc/contract/exact-json';
import { isJsonObject, parseJson, type Budget, type Json } from '@svc/otlp/wire';
import { invalidField } from '@svc/service-error';
import type { SentRecord } from './sent-record.js';

/** Reads a record of each line. A line that is not a JSON object is a record with that text, so nothing is lost. Skips empty lines. */
export function readLines(body: Buffer, budget: Budget): SentRecord[] {
  const records: SentRecord[] = [];
  for (let start = 0; start < body.length;) {
    const found = body.indexOf(0x0a, start);
    const end = found < 0 ? body.length : found;
    const line = body.toString('utf8', start, end).trim();
    start = end + 1;
    if (line === '') continue;
    budget.take();
    records.push(readText(line));
  }
  return records;
}

/**
 * Reads a document with a record, or with an array of records. Some senders call lines of objects a document, which is read as well.
 *
 * @throws ServiceError invalid_request.
 */
export function readDocument(body: Buffer, budget: Budget): readonly SentRecord[] {
  let document: Json;
  try {
    document = parseJson(body) as Json;
  } catch (error) {
    const records = readLines(body, budget);
    if (records.every(({ content }) => isJsonObject(content))) return records;
    throw error;
  }
  if (isJsonObject(document)) document = [document];
  if (!Array.isArray(document)) throw invalidField('body', 'must be an object, or an array of objects');
  return (document as readonly Json[]).map((content, index) => {
    budget.take();
    if (isJsonObject(content) || typeof content === 'string') return { content };
    throw invalidField(`[${index}]`, 'must be an object or a text');
  });
}

/** Reads an object, or a text that is none. */
export function readText(text: string): SentRecord {
  const content = text.startsWith('{') ? tryParse(text) : undefined;
  return isJsonObject(content) ? { content, text } : { content: text };
}

function tryParse(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
