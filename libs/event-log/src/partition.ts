import { invalidField } from '@svc/service-error';

/**
 * Returns the partition of a key: FNV-1a over its UTF-16 units. Both adapters use it, so a key has the same partition number in
 * every topology. It must never change, or records of one key would lose their order.
 */
export function choosePartition(key: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return (hash >>> 0) % partitions;
}

/** Names that Kafka accepts for topics and that keep the keys of the local log short. */
const NAME = /^[a-zA-Z0-9._-]{1,200}$/;

/** Rejects a topic or group name that one of the adapters does not support. */
export function checkName(field: 'topic' | 'group', name: string): void {
  if (!NAME.test(name)) throw invalidField(field, 'must be 1 to 200 letters, digits, dots, underscores or hyphens');
}
