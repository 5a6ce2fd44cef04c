import { isObject, plainText, type Json } from '../../../runtime/values/json.js';
import { wrapLine } from '../../layout/lines.js';
import type { Page } from '../../layout/table.js';
import { toSecond } from '../../layout/units.js';
import { timelineSentence, type Names } from './timeline-sentence.js';

/** Prints an entry of a timeline: its time and a sentence, which wraps beside the time. */
export function printEntry(entry: Json, { width, colors }: Page, names: Names = new Map()): string {
  if (!isObject(entry)) return '';
  const time = toSecond(plainText(entry['at']));
  const room = width === undefined ? width : Math.max(1, width - time.length - 2);
  const sentence = wrapLine(timelineSentence(entry, names), { width: room });
  return `${colors.dim(time)}  ${sentence.replaceAll('\n', `\n${' '.repeat(time.length + 2)}`)}\n`;
}
