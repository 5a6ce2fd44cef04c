import { KeyValue, KIND } from '../attributes/any-value.js';
import type { Promoted, Resource } from '../resource/resource.js';
import type { Scope } from '../resource/scope.js';
import type { WireReader } from '../wire/reader.js';

/** The common properties of all errors of a resource and a scope, as texts. */
export interface ErrorOrigin {
  readonly platform: string;
  readonly serviceName: string;
  readonly environment: string;
  readonly release: string;
  readonly sessionId: string;
  readonly distinctId: string;
  readonly resourceHash: string;
  readonly scopeName: string;
  readonly scopeVersion: string;
}

const pair = new KeyValue();

export function readOrigin(reader: WireReader, resource: Resource, scope: Scope): ErrorOrigin {
  const { bytes } = reader;
  const text = ({ start, end }: Promoted): string => resource.texts.bytes.toString('utf8', start, end);
  const { service_name, environment, release, session_id, distinct_id } = resource.promoted;
  return {
    platform: platformHint(reader, resource),
    serviceName: text(service_name),
    environment: text(environment),
    release: text(release),
    sessionId: text(session_id),
    distinctId: text(distinct_id),
    resourceHash: hex32(resource.hashHigh) + hex32(resource.hashLow),
    scopeName: bytes.toString('utf8', scope.nameStart, scope.nameEnd),
    scopeVersion: bytes.toString('utf8', scope.versionStart, scope.versionEnd),
  };
}

/** The platform of the stacks of a resource, from `telemetry.sdk.language`, or Android by its operating system. */
function platformHint(reader: WireReader, { attributes }: Resource): string {
  let language = '';
  for (let i = 0; i < attributes.count; i++) {
    pair.parse(reader, attributes.start(i), attributes.end(i), 0, '');
    if (pair.value.kind !== KIND.string) continue;
    const key = reader.bytes.toString('latin1', pair.keyStart, pair.keyEnd);
    const value = (): string => reader.bytes.toString('latin1', pair.value.start, pair.value.end).slice(0, 40);
    if (key === 'telemetry.sdk.language') language = value();
    else if (key === 'os.name' && value().toLowerCase() === 'android') return 'android';
  }
  return language;
}

function hex32(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}
