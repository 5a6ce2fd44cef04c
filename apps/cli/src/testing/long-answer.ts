import { isObject, type Json, type JsonObject } from '../runtime/values/json.js';

const ID = '0198b5c3-6f0e-7c3a-8e55-0d8f7c1d2a10';
const WORD = 'checkout-payment-authorization-service-eu-central-1-production-blue';
const SENTENCE =
  'The payment of the order was refused because the card processor in Frankfurt did not respond in time.';
const HEX: Readonly<Record<string, string>> = {
  trace_id: '5b8efff798038103d269b633813fc60c',
  span_id: '0abccdda682eded4',
  parent_span_id: '0abccdda682eded4',
  log_id: '18E9D9447A2371800000000000000007',
};
const EMAIL = 'first.middle.lastname@engineering.example.com';
/** Fields whose values are short words of the service. */
const SHORT =
  /^(status|state|type|kind|level|severity|format|signal|verdict|source|role|interval|phase|scopes|period|measure|timezone)$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT/;

/** Replaces the texts of an answer by the longest that are usual in their fields: UUIDs, e-mail addresses, names of services, sentences. */
export function lengthen(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).map(([field, value]) => [field, lengthenField(field, value)]));
}

function lengthenField(field: string, value: Json | undefined): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => lengthenField(field, item));
  if (isObject(value)) return lengthen(value);
  if (typeof value !== 'string' || TIMESTAMP.test(value)) return value ?? null;
  return longText(field);
}

function longText(field: string): string {
  if (HEX[field] !== undefined) return HEX[field];
  if (field === 'distinct_id' || field === 'distinct_ids' || /mail/.test(field)) return EMAIL;
  if (/^(id|ref)$|_ids?$/.test(field)) return ID;
  if (SHORT.test(field)) return 'acknowledged';
  return /name|service|key|operation|label|prefix|release/.test(field) ? WORD : SENTENCE;
}
