import { splitText } from '../../../text/segments.js';

/** A name from outside in a line of a drawing: characters that act or hide are written as their names, and a long name is cut. */
export function shortName(name: string, limit: number): string {
  const { segments, left } = splitText(name, [], limit);
  const text = segments.map((segment) => (segment.kind === 'chip' ? `[${segment.name}]` : segment.text)).join('');
  return left > 0 ? `${text.slice(0, limit - 1)}…` : text;
}
