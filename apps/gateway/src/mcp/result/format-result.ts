import { fitSection, type RoomySection } from './fit-section.js';
import { formatSection, MAX_RESULT_TOKENS, structureSection } from './format-section.js';
import type { NextAction } from './next-actions.js';
import { tokensOf } from './tokens.js';
import type { Omission, ToolAnswer } from './tool-answer.js';

export { MAX_RESULT_TOKENS };

/** Limit of a result unless the caller names one. */
export const DEFAULT_RESULT_TOKENS = 8_000;
const MAX_ACTIONS = 3;
/** The part of a result that next actions may take, and that the parts that are left out may. */
const FRAME_SHARE = 0.2;
/** Names of the structured content. */
const FRAME_TOKENS = 40;
/** The first sections get at least so much, rather than each too little to show a row. */
const MIN_SECTION_TOKENS = 300;
const MAX_NAMED_SECTIONS = 6;
/** Names of sections that had no room. Common names of sections are shorter than 24 characters. */
const LEFT_OUT_TOKENS = 130;

/** The result of a tool: text with the reading, and the same rows as structured content. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

/**
 * Makes an answer fit: sections take turns for the room, the first ones first, and what is left out is said with the way to get it.
 *
 * @param maxTokens at least 500; text and structured content together take no more.
 */
export async function formatResult(answer: ToolAnswer, maxTokens = DEFAULT_RESULT_TOKENS): Promise<ToolResult> {
  const { summary, window, sections } = answer;
  const share = maxTokens * FRAME_SHARE;
  const actions = (answer.next ?? []).filter((action) => action !== undefined).slice(0, MAX_ACTIONS);
  const next = firstThatFit(actions, share, formatActions);
  const omitted = firstThatFit(answer.omitted ?? [], share, formatOmissions);
  let left = maxTokens - FRAME_TOKENS - LEFT_OUT_TOKENS - tokensOf(summary.join('\n'), { summary, window });
  left -= tokensOf(formatActions(next).join('\n'), next) + tokensOf(formatOmissions(omitted).join('\n'), omitted);
  const shown: RoomySection[] = [];
  const unshown: string[] = [];
  for (const [index, section] of sections.entries()) {
    const room = Math.min(left, Math.max(MIN_SECTION_TOKENS, Math.floor(left / (sections.length - index))));
    const fitted = await fitSection(section, room, window !== undefined);
    if (fitted) {
      left -= fitted.tokens;
      shown.push(fitted);
    } else unshown.push(section.name);
  }
  const missing = [...omitted, ...describeUnshown(unshown, (answer.omitted ?? []).length - omitted.length)];
  const text = [
    ...summary,
    ...shown.flatMap((section) => formatSection(section, window !== undefined)),
    ...formatOmissions(missing),
    ...formatActions(next),
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      summary,
      ...(window && { window }),
      sections: Object.fromEntries(shown.map((each) => [each.section.name, structureSection(each)])),
      ...(missing.length > 0 && { omitted: missing }),
      ...(next.length > 0 && { next_actions: next }),
    },
  };
}

/** The first elements that take no more than a number of tokens together. */
function firstThatFit<T>(
  list: readonly T[],
  maxTokens: number,
  format: (list: readonly T[]) => string[],
): readonly T[] {
  let count = 0;
  while (count < list.length) {
    const more = list.slice(0, count + 1);
    if (tokensOf(format(more).join('\n'), more) > maxTokens) break;
    count++;
  }
  return list.slice(0, count);
}

/** Names the sections for which there was no room in one line, and counts the omissions that are not named. */
function describeUnshown(names: readonly string[], unnamedOmissions: number): Omission[] {
  const more = Math.max(0, names.length - MAX_NAMED_SECTIONS) + unnamedOmissions;
  const named = names.slice(0, MAX_NAMED_SECTIONS).map((name) => name.slice(0, 24));
  const parts = [...named, ...(more > 0 ? [`${more} more`] : [])];
  return parts.length === 0 ? [] : [{ part: parts.join(', '), reason: 'There was no room: raise max_tokens.' }];
}

function formatOmissions(omitted: readonly Omission[]): string[] {
  return omitted.map(({ part, reason }) => `Left out: ${part}. ${reason}`);
}

function formatActions(actions: readonly NextAction[]): string[] {
  if (actions.length === 0) return [];
  return [
    '\nNext:',
    ...actions.map(({ tool, arguments: given, reason }) => `- ${tool} ${JSON.stringify(given)}: ${reason}`),
  ];
}
