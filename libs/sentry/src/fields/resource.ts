import { AttributeList, isJsonObject, type Budget, type JsonAttribute, type JsonObject } from '@svc/otlp/wire';
import { findLanguage } from './language.js';
import { toFields, toPairs, toShortText, toText } from './read-fields.js';

/** Attributes of the resource by the context and the member that state them. */
const FROM_CONTEXTS = [
  ['os', 'name', 'os.name'],
  ['os', 'version', 'os.version'],
  ['os', 'build', 'os.build_id'],
  ['device', 'manufacturer', 'device.manufacturer'],
  ['device', 'model', 'device.model.identifier'],
  ['device', 'family', 'device.model.name'],
  ['device', 'arch', 'host.arch'],
  ['runtime', 'name', 'process.runtime.name'],
  ['runtime', 'version', 'process.runtime.version'],
] as const;

/** Members of contexts that are attributes of the resource. */
const TAKEN = new Set(FROM_CONTEXTS.map(([context, member]) => `${context}.${member}`));

/** Contexts whose members are attributes of the resource, by the names of OpenTelemetry. */
const CLOUD = 'cloud_resource';

export function isOfResource(context: string, member: string): boolean {
  return context === CLOUD || TAKEN.has(`${context}.${member}`);
}

/** The properties of a process that a payload states, whether of an event, a log or a span. */
export interface Origin {
  readonly service?: string | undefined;
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
  readonly host?: string | undefined;
  readonly platform?: string | undefined;
  readonly sdkName?: string | undefined;
  readonly sdkVersion?: string | undefined;
}

/** Adds the attributes of the process. */
export function addOrigin(list: AttributeList, origin: Origin): void {
  const { service, release, environment, host, platform, sdkName, sdkVersion } = origin;
  list.add('service.name', service ?? packageOf(release));
  list.add('service.version', release);
  list.add('deployment.environment.name', environment);
  list.add('host.name', host);
  list.add('telemetry.sdk.name', sdkName);
  list.add('telemetry.sdk.version', sdkVersion);
  list.add('telemetry.sdk.language', findLanguage(platform, sdkName));
}

/** The resource of an event or a transaction. */
export function eventResource(event: JsonObject, header: JsonObject, budget: Budget): JsonAttribute[] {
  const list = new AttributeList(budget);
  const contexts = toFields(event['contexts']);
  const sampling = toFields(header['trace']);
  const sdk = isJsonObject(event['sdk']) ? event['sdk'] : toFields(header['sdk']);
  const process = processOf(contexts);
  addOrigin(list, {
    service: namedService(event) ?? toText(process['service.name']),
    release: toText(event['release']) ?? toShortText(sampling['release']),
    environment: toText(event['environment']) ?? toShortText(sampling['environment']),
    host: toText(event['server_name']),
    platform: toText(event['platform']),
    sdkName: toShortText(sdk['name']),
    sdkVersion: toShortText(sdk['version']),
  });
  for (const [context, member, name] of FROM_CONTEXTS) list.add(name, toText(toFields(contexts[context])[member]));
  for (const [name, value] of Object.entries(toFields(contexts[CLOUD]))) if (name !== 'type') list.add(name, value);
  for (const [name, value] of Object.entries(process)) list.add(name, value);
  return list.attributes;
}

/** `shop` of the release `shop@1.2.3`. */
function packageOf(release: string | undefined): string | undefined {
  const at = release?.lastIndexOf('@') ?? -1;
  return at > 0 ? release?.slice(0, at) : undefined;
}

/** The protocol has no service, but applications name theirs in a tag. */
function namedService(event: JsonObject): string | undefined {
  const tags = new Map(toPairs(event['tags']));
  return toText(tags.get('service.name')) ?? toText(tags.get('service'));
}

/** The resource that an SDK built on OpenTelemetry states. Without one of the application, it is that of the SDK itself. */
function processOf(contexts: JsonObject): JsonObject {
  const resource = toFields(toFields(contexts['otel'])['resource']);
  return resource['service.namespace'] === 'sentry' ? {} : resource;
}
