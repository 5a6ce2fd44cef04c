import type { JsonObject } from '@svc/contract';
import type { FittedRows } from './fit-rows.js';
import type { Section } from './tool-answer.js';
import { fence } from './untrusted.js';

/** The largest limit of a result that a caller may name. Common clients refuse results of more than 25,000 tokens. */
export const MAX_RESULT_TOKENS = 20_000;
const MAX_NAMED_COLUMNS = 8;

/** A section with the rows for which a result has room. */
export interface FittedSection {
  readonly section: Section;
  readonly fitted: FittedRows;
  readonly nextCursor: string | undefined;
}

/** The lines of a section. @param hasWindow whether the answer has a window, with which a page is continued. */
export function formatSection(each: FittedSection, hasWindow: boolean): string[] {
  const { section, fitted } = each;
  const counts = countsOf(each);
  const heading = `\n## ${section.name}: ${fitted.rows.length}${counts.total === undefined ? '' : ` of ${counts.total}`}`;
  const rows = section.isOwn ? fitted.lines.join('\n') : fence(section.source, fitted.lines);
  return [
    heading,
    ...(section.note === undefined ? [] : [section.note]),
    ...(fitted.rows.length > 0 ? [rows] : []),
    ...continuation(each, hasWindow),
  ];
}

/** Says what the rows do not show, and how to get it. */
function continuation(each: FittedSection, hasWindow: boolean): string[] {
  const { section, fitted, nextCursor } = each;
  const isContinued = nextCursor !== undefined;
  const missing = missingRows(each);
  const columns = fitted.cutColumns.length;
  return [
    ...(columns > 0
      ? [`Long texts of ${columns} columns are cut; a larger max_tokens or a smaller limit shows more.`]
      : []),
    ...(isContinued
      ? [`More follow: ${howToContinue(section, hasWindow)} the next_cursor as cursor: ${nextCursor}`]
      : []),
    // A cursor that does not follow the last row that is shown skips rows.
    ...(missing > 0 && (!isContinued || section.page?.length === 0)
      ? [`${missing} more rows did not fit: narrow the arguments, or raise max_tokens to at most ${MAX_RESULT_TOKENS}.`]
      : []),
  ];
}

function howToContinue({ page }: Section, hasWindow: boolean): string {
  const again = `call again with the same arguments${hasWindow ? ', start_time and end_time of the window' : ''} and`;
  if (!page?.continuedBy) return again;
  const { operation, parameters } = page.continuedBy;
  return `call run_operation with operation_id ${operation}, the parameters ${JSON.stringify(parameters)} and`;
}

function missingRows({ section, fitted }: FittedSection): number {
  return Math.max(section.rows.length, section.page ? 0 : (section.total ?? 0)) - fitted.rows.length;
}

/** A section as structured content. */
export function structureSection(each: FittedSection): JsonObject {
  const { section, fitted, nextCursor } = each;
  const { total, isTruncated } = countsOf(each);
  return {
    source: section.source,
    untrusted: !section.isOwn,
    returned: fitted.rows.length,
    truncated: isTruncated,
    ...(total !== undefined && { total_estimate: total }),
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    ...(nextCursor !== undefined && section.page?.continuedBy && { continued_by: section.page.continuedBy.operation }),
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
