/** Words that a POSIX shell leaves alone, and zsh, for which a word that begins with an equals sign is the path of a program. */
const PLAIN = /^(?!=)[\w%+,./:=@-]+$/;

/** One word of a POSIX shell with exactly this text. A text with a NUL has none. */
export function quote(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
