/** What ends a result in which the engine has failed after its first byte: the tag of the response and the name of the marker. */
const MARKER = '__exception__';

/**
 * The bytes of a result. An engine that fails within a result writes an error behind it; some then end the response in good order, so the
 * last bytes are held back until it is known that they are no such error.
 *
 * @param tag the header of the response with which its marker is written; without it, only a cut connection tells.
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
