/** More than the JSON of the longest question. */
const MAX_LENGTH = 4_000;

/** The reworded question of an answer; undefined if the answer is not an object with exactly this text. */
export function readRewrite(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const [[key, question] = [], ...others] = Object.entries(value) as [string, unknown][];
  return others.length === 0 && key === 'question' && typeof question === 'string' ? question : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
