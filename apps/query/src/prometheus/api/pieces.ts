/** Characters that are sent together. */
const LENGTH = 64 * 1024;

/** Texts as bytes, the short ones together. */
export async function* pieces(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < LENGTH) continue;
    yield Buffer.from(waiting);
    waiting = '';
  }
  if (waiting !== '') yield Buffer.from(waiting);
}
