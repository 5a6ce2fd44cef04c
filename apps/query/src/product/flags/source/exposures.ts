import { createHash } from 'node:crypto';
import type { FlagSourceExposure } from '@svc/contract';
import type { OwnEvent } from '../../own-events.js';

const FLAG_EVALUATED = '$flag_evaluated';

/**
 * An exposure as a product event. The message ID is derived from the identity of an exposure, whichever process records it.
 */
export function toExposureEvent(exposure: FlagSourceExposure): OwnEvent {
  const { distinctId, flag, enabled, variant, reason, version, timeMs } = exposure;
  const timestamp = new Date(Number(timeMs)).toISOString();
  const same = JSON.stringify([timestamp.slice(0, 10), flag, enabled, variant ?? null, distinctId]);
  return {
    event: FLAG_EVALUATED,
    distinct_id: distinctId,
    message_id: `flag-${createHash('sha256').update(same).digest('hex').slice(0, 40)}`,
    timestamp,
    properties: {
      $flag: flag,
      $flag_value: variant ?? enabled,
      $flag_enabled: enabled,
      $flag_reason: reason,
      $flag_version: Number(version),
    },
  };
}
