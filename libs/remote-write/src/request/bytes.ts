/** Whether a range of bytes is this ASCII text. */
export function isAscii(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  return end - start === text.length && endsWithAscii(bytes, start, end, text);
}

/** Whether a range of bytes ends with this ASCII text. */
export function endsWithAscii(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  const from = end - text.length;
  if (from < start) return false;
  for (let i = 0; i < text.length; i++) if (bytes[from + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Compares two ranges of the same bytes: negative if the first one sorts before, 0 if they are equal. */
export function compareRanges(bytes: Uint8Array, start: number, end: number, other: number, otherEnd: number): number {
  const length = Math.min(end - start, otherEnd - other);
  for (let i = 0; i < length; i++) {
    const difference = bytes[start + i] - bytes[other + i];
    if (difference !== 0) return difference;
  }
  return end - start - (otherEnd - other);
}
