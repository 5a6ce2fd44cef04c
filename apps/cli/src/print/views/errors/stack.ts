import { isObject, objectsAt, plainText, type JsonObject } from '../../../runtime/values/json.js';
import { cutLine } from '../../layout/lines.js';
import { oneLine } from '../../layout/sanitize.js';
import type { Page } from '../../layout/table.js';

/** Frames of the application that are shown with their source. */
const WITH_SOURCE = 3;
/** Frames of an exception that are shown if none is the application's. */
const WITHOUT_OWN = 5;
/** Lines of a stack that could not be parsed. */
const RAW_LINES = 20;

/**
 * Prints exceptions with their frames: the application's own frames are highlighted, and frames of libraries are
 * folded.
 */
export function printExceptions(exceptions: readonly JsonObject[], raw: string, page: Page): string[] {
  if (exceptions.every((exception) => objectsAt(exception, 'frames').length === 0) && raw.trim() !== '')
    return raw
      .split('\n')
      .slice(0, RAW_LINES)
      .map((line) => cutLine(`  ${oneLine(line)}`, page));
  return exceptions.flatMap((exception) => [title(exception, page), ...frames(exception, page)]);
}

const RELATIONS: Readonly<Record<string, string>> = { cause: 'Caused by: ', suppressed: 'Suppressed: ' };

function title(exception: JsonObject, page: Page): string {
  const { colors } = page;
  const relation = RELATIONS[text(exception, 'relation')] ?? '';
  const said = [text(exception, 'type'), text(exception, 'message')].filter((part) => part !== '').join(': ');
  return `${relation}${colors.red(cutLine(said, page, relation.length))}`;
}

function frames(exception: JsonObject, page: Page): string[] {
  const all = objectsAt(exception, 'frames');
  const hasOwn = all.some(isOwn);
  const lines: string[] = [];
  let [folded, sources] = [0, 0];
  const fold = (): void => {
    if (folded > 0) lines.push(page.colors.dim(`    … ${folded} ${folded === 1 ? 'frame' : 'frames'} of libraries`));
    folded = 0;
  };
  for (const [at, frame] of all.entries()) {
    if (hasOwn ? !isOwn(frame) : at >= WITHOUT_OWN) {
      folded++;
      continue;
    }
    fold();
    lines.push(frameLine(frame, page));
    if (isOwn(frame) && sources < WITH_SOURCE && isObject(frame['context'])) {
      sources++;
      lines.push(...source(frame, frame['context'], page));
    }
  }
  fold();
  return [...lines, ...unreadable(all, page)];
}

const isOwn = (frame: JsonObject): boolean => frame['in_app'] === true;

function frameLine(frame: JsonObject, page: Page): string {
  const { colors } = page;
  const call = [text(frame, 'module'), text(frame, 'function')].filter((part) => part !== '').join('.');
  const place = [text(frame, 'file'), text(frame, 'line'), text(frame, 'column')]
    .filter((part) => part !== '')
    .join(':');
  const known = [call, place === '' ? '' : `(${place})`].filter((part) => part !== '').join(' ');
  const line = cutLine(`  at ${known === '' ? text(frame, 'raw').trim() : known}`, page);
  return isOwn(frame) ? colors.bold(line) : colors.dim(line);
}

function source(frame: JsonObject, context: JsonObject, page: Page): string[] {
  const { colors } = page;
  const at = Number(frame['line'] ?? 0);
  const list = (field: string): string[] => {
    const lines = context[field];
    return Array.isArray(lines) ? lines.map((line) => plainText(line as string)) : [];
  };
  const [before, after] = [list('before').slice(-2), list('after').slice(0, 2)];
  const numbered = [...before, plainText(context['line']), ...after].map((code, index) => {
    const number = at - before.length + index;
    const isCall = number === at;
    const line = cutLine(`    ${isCall ? '>' : ' '} ${String(number).padStart(5)} │ ${visible(code)}`.trimEnd(), page);
    return isCall ? colors.yellow(line) : colors.dim(line);
  });
  return numbered;
}

/** Source with its indentation. */
function visible(code: string): string {
  const indent = /^[ \t]*/.exec(code)?.[0] ?? '';
  return indent.replaceAll('\t', '  ') + oneLine(code.slice(indent.length));
}

/** Why frames are not readable, each reason once. */
function unreadable(all: readonly JsonObject[], page: Page): string[] {
  const reasons = all.flatMap(({ symbolication }) =>
    isObject(symbolication) && symbolication['status'] !== 'applied' ? [text(symbolication, 'reason')] : [],
  );
  return [...new Set(reasons)].map((reason) => page.colors.yellow(cutLine(`    not readable: ${reason}`, page)));
}

const text = (from: JsonObject, field: string): string => oneLine(plainText(from[field]));
