import { fitRows } from './fit-rows.js';
import { formatSection, structureSection, type FittedSection } from './format-section.js';
import { tokensOf } from './tokens.js';
import type { Section } from './tool-answer.js';

/** The sentences about columns that are cut and rows that are missing. */
const REMARK_TOKENS = 120;
/** A cursor may be longer after fewer rows, and the marks of a block take room as well. */
const ATTEMPTS = 3;

/** A section within its room, and what it takes of it. */
export interface RoomySection extends FittedSection {
  readonly tokens: number;
}

/** Fits a section with its heading, note, cursor and rows into a number of tokens; undefined if not even the section without rows fits. */
export async function fitSection(
  section: Section,
  maxTokens: number,
  hasWindow: boolean,
): Promise<RoomySection | undefined> {
  const measure = (each: FittedSection): number =>
    tokensOf(formatSection(each, hasWindow).join('\n'), { [section.name]: structureSection(each) });
  const empty = { rows: [], lines: [], tokens: 0, cutColumns: [] };
  const frame = measure({ section, fitted: empty, nextCursor: section.page?.nextCursor });
  let room = maxTokens - frame - (section.rows.length > 0 ? REMARK_TOKENS : 0);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const fitted = await fitRows(section.rows, Math.max(0, room));
    const isWhole = fitted.rows.length >= Math.max(section.rows.length, section.page?.length ?? 0);
    const nextCursor = isWhole ? section.page?.nextCursor : await section.page?.cursorAfter(fitted.rows.length);
    const each = { section, fitted, nextCursor };
    const tokens = measure(each);
    if (tokens <= maxTokens) return { ...each, tokens };
    if (fitted.rows.length === 0) return undefined;
    room -= tokens - maxTokens;
  }
  return undefined;
}
