import type { SilenceMatcher } from '../../gen/api.js';

/** A silence that is being made. */
export interface SilenceDraft {
  readonly matchers: readonly SilenceMatcher[];
}

const OPERATORS = ['=', '!=', '=~', '!~'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A silence of exactly the alerts with these labels. */
export function toSilenceDraft(labels: Readonly<Record<string, string>>): SilenceDraft {
  const matchers = Object.entries(labels).map(([label_name, value]) => ({ label_name, operator: '=', value }));
  return { matchers: matchers.toSorted((a, b) => compare(a.label_name, b.label_name)) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The matchers of a text with one of them on each line, such as `team=payments`. A value in quotes is a JSON text. */
export function parseMatchers(source: string): {
  readonly matchers: readonly (SilenceMatcher & { readonly operator: Operator })[];
  readonly fault?: string;
} {
  const lines = source
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const parsed = lines.map((line) => ({ line, match: /^([^=!~\s]+)\s*(=~|!~|!=|=)\s*(.*)$/s.exec(line) }));
  const wrong = parsed.find(({ match }) => !match);
  if (wrong) return { matchers: [], fault: `“${wrong.line}” needs a name, one of = != =~ !~ and a value.` };
  return {
    matchers: parsed.map(({ match }) => ({
      label_name: match?.[1] ?? '',
      operator: (match?.[2] ?? '=') as Operator,
      value: parseValue(match?.[3] ?? ''),
    })),
  };
}

export function formatMatchers(matchers: readonly SilenceMatcher[]): string {
  return matchers.map(({ label_name: name, operator, value }) => `${name}${operator}${formatValue(value)}`).join('\n');
}

/** Values that would be read as something else are put in quotes. */
function formatValue(value: string): string {
  return /^[~"]|^\s|\s$|\n/.test(value) ? JSON.stringify(value) : value;
}

function parseValue(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

/** The draft of an address; without matchers if the text is no draft. */
export function readSilenceDraft(text: string): SilenceDraft {
  try {
    const { matchers } = JSON.parse(text) as { matchers?: unknown };
    if (!Array.isArray(matchers)) return { matchers: [] };
    return { matchers: matchers.filter(isMatcher) };
  } catch {
    return { matchers: [] };
  }
}

function isMatcher(value: unknown): value is SilenceMatcher {
  const { label_name: name, operator, value: text } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof name === 'string' && typeof text === 'string' && OPERATORS.some((known) => known === operator);
}
