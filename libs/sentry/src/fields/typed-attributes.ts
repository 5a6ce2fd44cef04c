import {
  AttributeList,
  isJsonObject,
  type Budget,
  type Json,
  type JsonAttribute,
  type JsonObject,
} from '@svc/otlp/wire';
import { toFields, toShortText, toText } from './read-fields.js';
import { addOrigin } from './resource.js';

/** Attributes of logs and spans that describe the process, and so belong to the resource. */
const ORIGIN = new Set([
  'sentry.environment',
  'sentry.platform',
  'sentry.release',
  'sentry.sdk.name',
  'sentry.sdk.version',
  'service.name',
]);
const OF_RESOURCE = new Set(['os.name', 'os.version', 'process.runtime.name', 'process.runtime.version']);
const RENAMED = new Map([
  ['browser.name', 'user_agent.name'],
  ['browser.version', 'user_agent.version'],
  ['device.family', 'device.model.name'],
  ['device.model', 'device.model.identifier'],
]);

export interface TypedAttributes {
  readonly resource: readonly JsonAttribute[];
  readonly list: AttributeList;
  /** The value of an attribute as it was sent. */
  readonly get: (name: string) => Json | undefined;
}

/** Reads attributes in the form `{name: {value, type}}`. What an envelope says in its header fills what they leave out. */
export function readTypedAttributes(
  sent: Json | undefined,
  header: JsonObject,
  budget: Budget,
  /** The attributes that name the host, if any do. */
  hosts: readonly string[] = [],
): TypedAttributes {
  const attributes = toFields(sent);
  const get = (name: string): Json | undefined =>
    Object.hasOwn(attributes, name) ? toValue(attributes[name]) : undefined;
  const [resource, list] = [new AttributeList(budget), new AttributeList(budget)];
  const [sdk, sampling] = [toFields(header['sdk']), toFields(header['trace'])];
  addOrigin(resource, {
    service: toText(get('service.name')),
    release: toText(get('sentry.release')) ?? toShortText(sampling['release']),
    environment: toText(get('sentry.environment')) ?? toShortText(sampling['environment']),
    host: hosts.map((name) => toText(get(name))).find((text) => text !== undefined),
    platform: toText(get('sentry.platform')),
    sdkName: toText(get('sentry.sdk.name')) ?? toShortText(sdk['name']),
    sdkVersion: toText(get('sentry.sdk.version')) ?? toShortText(sdk['version']),
  });
  for (const name of Object.keys(attributes)) {
    if (ORIGIN.has(name) || hosts.includes(name)) continue;
    (OF_RESOURCE.has(name) ? resource : list).add(RENAMED.get(name) ?? name, get(name));
  }
  return { resource: resource.attributes, list, get };
}

/** The type only matters for a number without a fraction that is a double, which is stored as an integer. */
function toValue(attribute: Json | undefined): Json | undefined {
  return isJsonObject(attribute) && Object.hasOwn(attribute, 'value') ? attribute['value'] : attribute;
}
