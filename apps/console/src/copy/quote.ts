/** Characters that a POSIX shell leaves alone wherever they are in a word. */
const PLAIN = /^[\w%+,./:=@-]+$/;

/** One word of a POSIX shell with exactly this text. A text with a NUL has none. */
export function quote(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
