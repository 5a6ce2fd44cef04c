/** A part of a text from outside: text to show as it is, or one character that must not act and gets a chip. */
export type Segment =
  | { readonly kind: 'text'; readonly text: string; readonly marked: boolean }
  | { readonly kind: 'chip'; readonly name: string; readonly code: string; readonly text: string };

/** Start and end of a highlight in UTF-16 units; the end is excluded. */
export type Highlight = readonly [start: number, end: number];

export interface Split {
  readonly segments: readonly Segment[];
  /** UTF-16 units of the text that are not in the segments. */
  readonly left: number;
}

/** Controls, separators of lines, marks without width, direction marks, variation selectors beyond emoji, tags and lone surrogates. */
const UNSAFE =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFE00-\uFE0D\uFEFF\uFFA0\uFFF0-\uFFFB\uD800-\uDFFF]|[\u{E0000}-\u{E0FFF}]|[\u{1D173}-\u{1D17A}]/gu;

const NAMES: Readonly<Record<number, string>> = {
  0x00: 'NUL',
  0x07: 'BEL',
  0x08: 'BS',
  0x0b: 'VT',
  0x0c: 'FF',
  0x0d: 'CR',
  0x1b: 'ESC',
  0x7f: 'DEL',
  0x85: 'NEL',
  0xad: 'SHY',
  0x34f: 'CGJ',
  0x61c: 'ALM',
  0x180e: 'MVS',
  0x200b: 'ZWSP',
  0x200c: 'ZWNJ',
  0x200d: 'ZWJ',
  0x200e: 'LRM',
  0x200f: 'RLM',
  0x2028: 'LS',
  0x2029: 'PS',
  0x202a: 'LRE',
  0x202b: 'RLE',
  0x202c: 'PDF',
  0x202d: 'LRO',
  0x202e: 'RLO',
  0x2060: 'WJ',
  0x2066: 'LRI',
  0x2067: 'RLI',
  0x2068: 'FSI',
  0x2069: 'PDI',
  0xfeff: 'BOM',
};

/** Emoji are joined by a mark without width, which is safe between two of them. */
const JOINED = /\p{Extended_Pictographic}(?:\uFE0F|[\u{1F3FB}-\u{1F3FF}])*$/u;
const PICTURE = /^\p{Extended_Pictographic}/u;

/**
 * Splits a text from outside. Segments in order are exactly the first `limit` UTF-16 units of the text; a pair of surrogates is not
 * split.
 */
export function splitText(text: string, highlights: readonly Highlight[] = [], limit = 20_000): Split {
  const end = text.length <= limit ? text.length : limit - (isHighSurrogate(text.charCodeAt(limit - 1)) ? 1 : 0);
  const shown = text.slice(0, end);
  const segments: Segment[] = [];
  const ranges = toRanges(highlights, end);
  let done = 0;
  for (const { 0: character, index } of shown.matchAll(UNSAFE)) {
    if (character === '\u200D' && joinsPictures(shown, index)) continue;
    pushText(segments, shown, done, index, ranges);
    segments.push(toChip(character));
    done = index + character.length;
  }
  pushText(segments, shown, done, end, ranges);
  return { segments, left: text.length - end };
}

/** Where terms occur in a text, without regard to case; overlapping places are joined. */
export function findTerms(text: string, terms: readonly string[], limit = 1000): readonly Highlight[] {
  const found: Highlight[] = [];
  const lower = text.toLowerCase();
  // A letter whose lower case is longer would move all places after it.
  const haystack = lower.length === text.length ? lower : text;
  for (const term of terms) {
    const needle = haystack === lower ? term.toLowerCase() : term;
    if (needle === '') continue;
    for (
      let at = haystack.indexOf(needle);
      at !== -1 && found.length < limit;
      at = haystack.indexOf(needle, at + needle.length)
    )
      found.push([at, at + needle.length]);
  }
  return toRanges(found, text.length);
}

/** Highlights in order, inside of the text, joined where they meet. */
function toRanges(highlights: readonly Highlight[], end: number): readonly Highlight[] {
  const joined: [number, number][] = [];
  for (const [from, to] of highlights.toSorted(([a], [b]) => a - b)) {
    const start = Math.max(from, 0);
    const stop = Math.min(to, end);
    const last = joined.at(-1);
    if (start >= stop) continue;
    if (last && start <= last[1]) last[1] = Math.max(last[1], stop);
    else joined.push([start, stop]);
  }
  return joined;
}

function pushText(segments: Segment[], text: string, from: number, to: number, ranges: readonly Highlight[]): void {
  if (from >= to) return;
  let done = from;
  for (let index = firstAfter(ranges, from); index < ranges.length; index++) {
    const [start, end] = ranges[index] ?? [to, to];
    if (start >= to) break;
    if (start > done) segments.push({ kind: 'text', text: text.slice(done, start), marked: false });
    segments.push({ kind: 'text', text: text.slice(Math.max(start, done), Math.min(end, to)), marked: true });
    done = Math.min(end, to);
  }
  if (done < to) segments.push({ kind: 'text', text: text.slice(done, to), marked: false });
}

/** The index of the first highlight that ends after a place. */
function firstAfter(ranges: readonly Highlight[], place: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

function joinsPictures(text: string, index: number): boolean {
  return JOINED.test(text.slice(Math.max(index - 8, 0), index)) && PICTURE.test(text.slice(index + 1, index + 3));
}

function toChip(text: string): Segment {
  const point = text.codePointAt(0) ?? 0;
  const code = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
  return { kind: 'chip', name: nameOf(point) ?? code, code, text };
}

function nameOf(point: number): string | undefined {
  if (point >= 0xd800 && point <= 0xdfff) return 'lone surrogate';
  if (point >= 0xe0020 && point <= 0xe007e) return `tag ${String.fromCodePoint(point - 0xe0000)}`;
  return NAMES[point];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** The text without the characters that act or hide, for places that cannot show them. */
export function toPlainText(text: string): string {
  return splitText(text)
    .segments.map((segment) => (segment.kind === 'text' ? segment.text : ''))
    .join('');
}
