/** Whether each word that was typed begins a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/\s+/);
  return typed
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((part) => part === '' || words.some((word) => word.startsWith(part)));
}
