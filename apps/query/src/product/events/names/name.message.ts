import type { MessageInitShape } from '@bufbuild/protobuf';
import type { EventNameSchema } from '@svc/contract';
import { toTimestamp } from '@svc/reading/time';
import type { EventNameRow } from './names.query.js';

export function toEventName({ name, latest }: EventNameRow): MessageInitShape<typeof EventNameSchema> {
  return { name, lastSeen: toTimestamp(BigInt(latest)) };
}
