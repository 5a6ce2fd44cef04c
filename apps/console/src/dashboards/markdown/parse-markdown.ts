/** A piece of a line. Addresses of links begin with http or https, or lead to this service. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

const HEADING = /^(#{1,6})\s+(.*)$/s;
const ITEM = /^\s{0,3}(?:([-*+])|\d{1,9}[.)])\s+(.*)$/s;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;
const QUOTE = /^\s*>\s?(.*)$/s;
const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|_([^_\s][^_]*)_(?!\w)|\[([^\][]+)\]\(([^()\s]+)\)/g;

/** Reads the common part of Markdown: headings, paragraphs, lists, quotes, code, rules, emphasis and links. HTML stays text. */
export function parseMarkdown(source: string): readonly Block[] {
  const lines = source.split(/\r?\n/);
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length;) {
    const [block, next] = readBlock(lines, at);
    if (block) blocks.push(block);
    at = next;
  }
  return blocks;
}

function readBlock(lines: readonly string[], at: number): readonly [block: Block | undefined, next: number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [undefined, at + 1];
  if (line.startsWith('```')) {
    let last = at + 1;
    while (last < lines.length && lines[last]?.startsWith('```') !== true) last += 1;
    return [{ kind: 'code', text: lines.slice(at + 1, last).join('\n') }, last + 1];
  }
  const [, marks, title = ''] = HEADING.exec(line) ?? [];
  if (marks !== undefined) {
    return [{ kind: 'heading', level: Math.min(marks.length, 3) as 1, content: parseInline(title) }, at + 1];
  }
  if (RULE.test(line)) return [{ kind: 'rule' }, at + 1];
  if (ITEM.test(line)) {
    const items = takeWhile(lines, at, (text) => ITEM.test(text) && !RULE.test(text));
    return [
      {
        kind: 'list',
        isOrdered: ITEM.exec(line)?.[1] === undefined,
        items: items.map((text) => parseInline(ITEM.exec(text)?.[2] ?? '')),
      },
      at + items.length,
    ];
  }
  if (QUOTE.test(line)) {
    const quoted = takeWhile(lines, at, (text) => QUOTE.test(text));
    const text = quoted.map((each) => QUOTE.exec(each)?.[1] ?? '').join(' ');
    return [{ kind: 'quote', content: parseInline(text) }, at + quoted.length];
  }
  const text = takeWhile(lines, at, (each, nth) => each.trim() !== '' && (nth === 0 || !startsBlock(each)));
  return [{ kind: 'paragraph', content: parseInline(text.join(' ')) }, at + text.length];
}

function startsBlock(line: string): boolean {
  return line.startsWith('```') || [HEADING, ITEM, RULE, QUOTE].some((pattern) => pattern.test(line));
}

function takeWhile(
  lines: readonly string[],
  from: number,
  isTaken: (line: string, nth: number) => boolean,
): readonly string[] {
  let end = from;
  while (end < lines.length && isTaken(lines[end] ?? '', end - from)) end += 1;
  return lines.slice(from, end);
}

export function parseInline(source: string): readonly Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const add = (text: string): void => {
    if (text !== '') parts.push({ kind: 'text', text });
  };
  for (const match of source.matchAll(INLINE)) {
    const [whole, code, strong, star, line, label, address = ''] = match;
    add(source.slice(end, match.index));
    end = match.index + whole.length;
    const emphasis = star ?? line;
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', text: emphasis });
    else if (label !== undefined && isSafe(address)) parts.push({ kind: 'link', text: label, href: address });
    else add(whole);
  }
  add(source.slice(end));
  return parts;
}

/** An address that runs nothing: on the web, or a path of this service. */
function isSafe(address: string): boolean {
  return /^https?:\/\/[^/]/i.test(address) || /^\/(?![/\\])/.test(address);
}
