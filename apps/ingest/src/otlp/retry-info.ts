const TYPE_URL = 'type.googleapis.com/google.rpc.RetryInfo';

/**
 * The bytes to append to a google.rpc.Status so that it carries a RetryInfo: without one, exporters take RESOURCE_EXHAUSTED for
 * final and drop their data.
 *
 *     Status.details    = 3: Any { type_url = 1, value = 2: RetryInfo { retry_delay = 1: Duration { seconds = 1 } } }
 *
 * Every length here is below 128 and so is one byte, as is a number of seconds below 128.
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
