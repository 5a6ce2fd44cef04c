import type { AttributeList, Json } from '@svc/otlp/wire';
import { toText } from '../fields/read-fields.js';

/** `GET https://shop.example/cart` */
const REQUEST = /^([A-Z]{3,10}) (https?:\/\/\S+)$/;
const COMMAND = /^[A-Za-z]{2,20}/;

/**
 * The name of a span, of which there are few different ones: the method of a request, the command and the table of a query. The description
 * that has them is kept as the attribute of OpenTelemetry. Every other description is the name.
 */
export function nameSpan(
  description: string | undefined,
  operation: string,
  get: (name: string) => Json | undefined,
  list: AttributeList,
): string {
  if (description === undefined) return operation;
  const [, method, url] = operation.startsWith('http.client') ? (REQUEST.exec(description) ?? []) : [];
  if (method !== undefined) {
    list.add('http.request.method', method);
    list.add('url.full', url);
    return method;
  }
  if (operation !== 'db' && !operation.startsWith('db.')) return description;
  list.add('db.query.text', description);
  const summary = toText(get('db.query.summary'));
  const command = toText(get('db.operation.name') ?? get('db.operation')) ?? COMMAND.exec(description)?.[0];
  const target = toText(get('db.collection.name') ?? get('db.sql.table'));
  return summary ?? ([command?.toUpperCase(), target].filter((part) => part !== undefined).join(' ') || operation);
}
