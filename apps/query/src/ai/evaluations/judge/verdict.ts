export interface JudgeVerdict {
  readonly label: string;
  /** A number from 0 to 1. */
  readonly value: number;
  readonly explanation: string;
}

const MAX_LABEL = 64;
const MAX_EXPLANATION = 2_000;

/** The verdict of an answer; undefined if it is not an object as the judge was asked for. */
export function readVerdict(text: string): JudgeVerdict | undefined {
  const { label, value, explanation } = parse(text);
  if (typeof label !== 'string' || typeof value !== 'number' || typeof explanation !== 'string') return undefined;
  const word = toLine(label);
  if (word === '' || word.length > MAX_LABEL || !(value >= 0 && value <= 1)) return undefined;
  return { label: word, value, explanation: toLine(explanation).slice(0, MAX_EXPLANATION) };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

const toLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim();
