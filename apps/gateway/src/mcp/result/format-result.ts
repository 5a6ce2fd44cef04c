import type { JsonObject } from '@svc/contract';
import { fitRows, type FittedRows } from './fit-rows.js';
import type { NextAction } from './next-actions.js';
import { estimateTokens } from './tokens.js';
import type { Omission, Section, ToolAnswer } from './tool-answer.js';
import { fence } from './untrusted.js';

/** Limit of a result unless the caller names one, and the limits of that. Common clients refuse results of more than 25,000 tokens. */
export const DEFAULT_RESULT_TOKENS = 8_000;
export const MAX_RESULT_TOKENS = 20_000;
const MAX_ACTIONS = 3;
const MAX_NAMED_COLUMNS = 8;
/** Room for headings, marks and the sentences about a section. */
const SECTION_TOKENS = 120;

/** The result of a tool: text with the reading, and the same rows as structured content. */
export interface ToolResult {
  content: { type: 'text'; text: string }[];
  structuredContent: Record<string, unknown>;
  isError?: boolean;
}

interface FittedSection {
  readonly section: Section;
  readonly fitted: FittedRows;
  readonly nextCursor: string | undefined;
}

/** Makes an answer fit: rows take turns for the room, and what is left out is said with the way to get it. */
export async function formatResult(answer: ToolAnswer, maxTokens = DEFAULT_RESULT_TOKENS): Promise<ToolResult> {
  const next = (answer.next ?? []).filter((action) => action !== undefined).slice(0, MAX_ACTIONS);
  const frame = [...answer.summary, ...formatOmissions(answer.omitted ?? []), ...formatActions(next)].join('\n');
  let left = maxTokens - 2 * estimateTokens(frame) - SECTION_TOKENS * (answer.sections.length + 1);
  const sections: FittedSection[] = [];
  for (const [index, section] of answer.sections.entries()) {
    const share = Math.max(0, Math.floor(left / (answer.sections.length - index)));
    const fitted = await fitRows(section.rows, share);
    left -= fitted.tokens;
    const isWhole = fitted.rows.length === section.rows.length;
    const nextCursor = isWhole ? section.page?.nextCursor : await section.page?.cursorAfter(fitted.rows.length);
    sections.push({ section, fitted, nextCursor });
  }
  const text = [
    ...answer.summary,
    ...sections.flatMap((section) => formatSection(section, answer)),
    ...formatOmissions(answer.omitted ?? []),
    ...formatActions(next),
  ].join('\n');
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      summary: answer.summary,
      ...(answer.window && { window: answer.window }),
      sections: Object.fromEntries(sections.map((each) => [each.section.name, structureSection(each)])),
      ...((answer.omitted ?? []).length > 0 && { omitted: answer.omitted }),
      ...(next.length > 0 && { next_actions: next }),
    },
  };
}

function formatSection(each: FittedSection, { window }: ToolAnswer): string[] {
  const { section, fitted } = each;
  const counts = countsOf(each);
  const heading = `\n## ${section.name}: ${fitted.rows.length}${counts.total === undefined ? '' : ` of ${counts.total}`}`;
  const rows = section.isOwn ? fitted.lines.join('\n') : fence(section.source, fitted.lines);
  return [
    heading,
    ...(section.note === undefined ? [] : [section.note]),
    ...(fitted.rows.length > 0 ? [rows] : []),
    ...continuation(each, window !== undefined),
  ];
}

/** Says what the rows do not show, and how to get it. */
function continuation({ section, fitted, nextCursor }: FittedSection, hasWindow: boolean): string[] {
  const missing = section.rows.length - fitted.rows.length;
  const columns = fitted.cutColumns.length;
  const again = `the same arguments${hasWindow ? ', start_time and end_time of the window' : ''}`;
  return [
    ...(columns > 0
      ? [`Long texts of ${columns} columns are cut; a larger max_tokens or a smaller limit shows more.`]
      : []),
    ...(nextCursor !== undefined
      ? [`More follow: call again with ${again} and the next_cursor as cursor: ${nextCursor}`]
      : []),
    ...(missing > 0 && nextCursor === undefined
      ? [`${missing} more rows did not fit: narrow the arguments, or raise max_tokens to at most ${MAX_RESULT_TOKENS}.`]
      : []),
  ];
}

function structureSection(each: FittedSection): JsonObject {
  const { section, fitted, nextCursor } = each;
  const { total, isTruncated } = countsOf(each);
  return {
    source: section.source,
    untrusted: !section.isOwn,
    returned: fitted.rows.length,
    truncated: isTruncated,
    ...(total !== undefined && { total_estimate: total }),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    ...(fitted.cutColumns.length > 0 && { cut_columns: fitted.cutColumns.slice(0, MAX_NAMED_COLUMNS) }),
    ...(section.note !== undefined && { note: section.note }),
    rows: [...fitted.rows],
  };
}

function countsOf({ section, fitted, nextCursor }: FittedSection): { total: number | undefined; isTruncated: boolean } {
  const known = Math.max(section.total ?? 0, section.rows.length);
  const isTruncated = known > fitted.rows.length || nextCursor !== undefined || fitted.cutColumns.length > 0;
  return { total: known > fitted.rows.length ? known : undefined, isTruncated };
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
