import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { KeysResolveResponseSchema } from '@svc/contract';
import type { CurrentLogKey } from '@svc/event-log/keys';
import type { RedactionSettings } from '@svc/replay/settings';
import { toProjectContext } from '../projects/project.message.js';
import type { Resolution } from './keys.service.js';

/**
 * Converts a resolution. A refusal contains only its reason and the scopes of the key that are checked before the
 * project.
 */
export function toResolution(
  { refusal, scopes = [], key, project, options }: Resolution,
  logKey: CurrentLogKey | undefined,
): MessageInitShape<typeof KeysResolveResponseSchema> {
  if (!key) return { refusal, scopes: [...scopes] };
  return {
    refusal,
    keyId: key.id,
    organizationId: key.principal.organizationId,
    scopes: [...key.principal.scopes],
    allowedOrigins: [...key.allowedOrigins],
    publishable: key.isPublishable,
    project: toProjectContext(project),
    redactsTelemetry: options.redactsTelemetry,
    replayRedaction: toReplayRedaction(options.replayRedaction),
    ...(key.expiresAt && { expiresAt: timestampFromDate(key.expiresAt) }),
    ...(logKey && { logKey: toLogKey(logKey) }),
  };
}

function toReplayRedaction({ queryNames, unmaskedFields, canvas }: RedactionSettings) {
  return { queryNames: [...queryNames], unmaskedFields: [...unmaskedFields], canvas };
}

function toLogKey({ id, wrapped, usableUntil }: CurrentLogKey) {
  return { key: { id, wrapped }, usableUntil: timestampFromDate(usableUntil) };
}
