/** A member of a class: a method, or one of the calls that were inlined into it. */
export interface MethodLine {
  readonly kind: 'method';
  /** Lines of the obfuscated code; undefined if the mapping has none. */
  readonly range: LineRange | undefined;
  /** Class of an inlined method; undefined if it is the class of the line. */
  readonly originalClass: string | undefined;
  readonly original: string;
  /** Types of the arguments as the mapping writes them. */
  readonly parameters: string;
  readonly originalRange: LineRange | undefined;
  readonly obfuscated: string;
}

export interface ClassLine {
  readonly kind: 'class';
  readonly original: string;
  readonly obfuscated: string;
}

/** `# key: value`, or `# {…}`, whose meaning is in `id`. */
export interface CommentLine {
  readonly kind: 'comment';
  readonly key: string;
  readonly value: string;
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Both ends are included. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

export type MappingLine =
  MethodLine | ClassLine | CommentLine | { readonly kind: 'field' } | { readonly kind: 'empty' };

const CLASS = /^(\S+) -> (\S+):$/;
const METHOD = /^(?:(\d{1,10}):(\d{1,10}):)?\S+ ([^\s(]+)\(([^\s)]*)\)(?::(\d{1,10}))?(?::(\d{1,10}))? -> (\S+)$/;
const FIELD = /^\S+ \S+ -> \S+$/;
const COMMENT = /^# ?([A-Za-z_]+): ?(.*)$/;

/** One line of a mapping of ProGuard or R8; undefined if it is not valid. */
export function parseMappingLine(line: string): MappingLine | undefined {
  const text = line.trim();
  if (text === '') return { kind: 'empty' };
  if (text.startsWith('#')) return parseComment(text);
  const type = CLASS.exec(text);
  if (type) return { kind: 'class', original: type[1] ?? '', obfuscated: type[2] ?? '' };
  const method = METHOD.exec(text);
  if (method) return toMethod(method);
  return FIELD.test(text) ? { kind: 'field' } : undefined;
}

function toMethod([, start, end, name = '', parameters = '', from, to, obfuscated = '']: RegExpExecArray): MethodLine {
  const dot = name.lastIndexOf('.');
  return {
    kind: 'method',
    range: start === undefined ? undefined : { start: Number(start), end: Number(end) },
    originalClass: dot < 0 ? undefined : name.slice(0, dot),
    original: name.slice(dot + 1),
    parameters,
    originalRange: from === undefined ? undefined : { start: Number(from), end: Number(to ?? from) },
    obfuscated,
  };
}

function parseComment(text: string): CommentLine {
  const json = /^# ?(\{.*\})$/.exec(text)?.[1];
  if (json !== undefined) return { kind: 'comment', key: '', value: '', json: parseObject(json) };
  const [, key = '', value = ''] = COMMENT.exec(text) ?? [];
  return { kind: 'comment', key, value: value.trim(), json: undefined };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
