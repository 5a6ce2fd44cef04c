import type { AttributeList, Json, JsonObject } from '@svc/otlp/wire';
import type { Output } from '../fields/output.js';
import { toFields, toPairs, toText } from '../fields/read-fields.js';

/** Headers that are credentials. */
const SECRET = new Set(['authorization', 'cookie', 'proxy-authorization', 'set-cookie', 'x-api-key', 'x-auth-token']);

/** Adds the request that was served, without its cookies, its credentials and its body, which are counted. */
export function addRequest(list: AttributeList, { request: sent }: JsonObject, output: Output): void {
  const request = toFields(sent);
  list.add('http.request.method', toText(request['method']));
  list.add('url.full', toText(request['url']));
  list.add('url.query', toQuery(request['query_string']));
  list.add('client.address', toText(toFields(request['env'])['REMOTE_ADDR']));
  for (const [name, value] of toPairs(request['headers'])) {
    const key = name.toLowerCase();
    if (SECRET.has(key)) output.drop('request_credential');
    else if (key === 'user-agent') list.add('user_agent.original', toText(value));
    else list.add(`http.request.header.${key}`, Array.isArray(value) ? value : [toText(value) ?? '']);
  }
  if (isPresent(request['cookies'])) output.drop('request_cookies');
  if (isPresent(request['data'])) output.drop('request_body');
}

function toQuery(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return toText(value.replace(/^\?/, ''));
  const pairs = toPairs(value).map(([name, content]): [string, string] => [name, toText(content) ?? '']);
  return toText(new URLSearchParams(pairs).toString());
}

function isPresent(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
