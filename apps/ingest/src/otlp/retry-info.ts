const TYPE_URL = 'type.googleapis.com/google.rpc.RetryInfo';

/**
 * Returns the bytes to append to a google.rpc.Status so that it carries a RetryInfo. Without one, exporters treat
 * RESOURCE_EXHAUSTED as final and drop their data.
 *
 *     Status.details    = 3: Any { type_url = 1, value = 2: RetryInfo { retry_delay = 1: Duration { seconds = 1 } } }
 *
 * All lengths and the number of seconds are below 128, so each is encoded as one byte.
 */
export function retryInfo(retryAfterSeconds: number): Buffer {
  const duration = Buffer.from([0x08, Math.min(127, Math.max(1, Math.ceil(retryAfterSeconds)))]);
  const value = field(1, duration);
  const any = Buffer.concat([field(1, Buffer.from(TYPE_URL)), field(2, value)]);
  return field(3, any);
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
}
