/** The beginning of a text, at most this many UTF-16 units long, cut between characters: a character of two units is kept or left out. */
export function cutText(text: string, length: number): string {
  const kept = text.slice(0, length);
  return text.length > length && /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}
