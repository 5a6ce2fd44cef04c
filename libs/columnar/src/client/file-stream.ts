/**
 * The marker at the end of a result in which the engine failed after the first byte: the tag of the response and this
 * name.
 */
const MARKER = '__exception__';

/**
 * The bytes of a result. An engine that fails within a result appends an error to it; some then end the response
 * normally, so the last bytes are held back until they are known not to be such an error.
 *
 * @param tag the response header that delimits the marker; without it, only a cut connection reveals an error.
 */
export async function* wholeResult(
  source: AsyncIterable<Uint8Array>,
  tag: string | readonly string[] | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  const end = Buffer.from(`${typeof tag === 'string' ? tag : ''}\r\n${MARKER}\r\n`);
  let held = Buffer.alloc(0);
  for await (const chunk of source) {
    if (chunk.length >= end.length) {
      if (held.length > 0) yield held;
      yield chunk.subarray(0, chunk.length - end.length);
      held = Buffer.from(chunk.subarray(chunk.length - end.length));
      continue;
    }
    const both = Buffer.concat([held, chunk]);
    const rest = Math.max(0, both.length - end.length);
    if (rest > 0) yield both.subarray(0, rest);
    held = both.subarray(rest);
  }
  if (typeof tag === 'string' && held.equals(end))
    throw new Error('The result is malformed: the engine has failed within it');
  if (held.length > 0) yield held;
}
