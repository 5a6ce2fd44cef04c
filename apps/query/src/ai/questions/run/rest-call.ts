import type { Operation } from '@svc/contract';
import type { JsonObject, JsonValue } from '@svc/questions';

/** An operation as a call of the REST interface, in the parts from which its request is read. */
export interface RestCall {
  readonly method: string;
  /** The path with the encoded query string. */
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Absent for a call without a body. */
  readonly body?: JsonObject;
}

/** Places each parameter where the operation takes it: in the path, in the query string or in the body. */
export function toRestCall(operation: Operation, parameters: JsonObject): RestCall {
  const isInPath = (name: string) => operation.pathParameters.includes(name);
  const entries = Object.entries(parameters);
  const pathParameters = Object.fromEntries(
    entries.filter(([name]) => isInPath(name)).map(([name, value]) => [name, toText(value)]),
  );
  const others = entries.filter(([name]) => !isInPath(name));
  const path = operation.path.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) =>
    encodeURIComponent(pathParameters[name] ?? ''),
  );
  const call = { method: operation.method, pathParameters };
  if (operation.body !== undefined) return { ...call, path, query: [], body: Object.fromEntries(others) };
  const query = others.flatMap(([name, value]) => toPairs(name, value));
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return { ...call, path: text === '' ? path : `${path}?${text}`, query };
}

/** A list is a repeated parameter, in whose values commas and backslashes are escaped. */
function toPairs(name: string, value: JsonValue): (readonly [string, string])[] {
  if (!Array.isArray(value)) return [[name, toText(value)]];
  return (value as readonly JsonValue[]).map((one) => [name, toText(one).replaceAll(/[\\,]/g, String.raw`\$&`)]);
}

/** A parameter outside of a body is a text, a number or a boolean. */
function toText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
