/** What the code of a script consists of, apart from spaces, comments and the inside of texts. */
export interface ScriptToken {
  readonly text: string;
  /** Whether a line ends before it. */
  readonly startsLine: boolean;
}

const WORD = /[\p{L}\p{N}_$#]+/uy;
/** Words after which a slash begins a regular expression. */
const BEFORE_VALUE = /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/;
const QUOTED = /(['"])(?:\\.|(?!\1)[^\\\n])*\1/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const TEXT_OF_TEMPLATE = /(?:\\[^]|\$(?!\{)|[^`\\$])*/y;
const IGNORED = /\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;

/**
 * Splits a script, also one of TypeScript or JSX, up to a position. Where markup cannot be told from code, it is read as code; an
 * apostrophe in it begins no text that does not end in its line.
 */
export function* readTokens(source: string, end: number): Generator<ScriptToken> {
  let at = 0;
  let previous = '';
  let startsLine = true;
  /** Depth of braces at which each open template continues. */
  const templates: number[] = [];
  let depth = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < end) {
    const ignored = match(IGNORED);
    if (ignored !== undefined && ignored !== '') {
      startsLine ||= ignored.includes('\n');
      at += ignored.length;
      continue;
    }
    const character = source.charAt(at);
    let text = match(WORD) ?? (source.startsWith('=>', at) ? '=>' : character);
    let length = text.length;
    if (character === '"' || character === "'") length = match(QUOTED)?.length ?? 1;
    else if (character === '/' && beginsValue(previous)) length = match(REGEX)?.length ?? 1;
    else if (character === '`' || (character === '}' && templates.at(-1) === depth)) {
      if (character === '}') templates.pop();
      at += 1;
      at += match(TEXT_OF_TEMPLATE)?.length ?? 0;
      const continues = source.startsWith('${', at);
      if (continues) templates.push(depth);
      length = continues ? 2 : 1;
      text = '`';
    } else if (character === '{') depth++;
    else if (character === '}') depth--;
    at += length;
    if (at <= end) yield { text, startsLine };
    previous = text;
    startsLine = false;
  }
}

function beginsValue(previous: string): boolean {
  return BEFORE_VALUE.test(previous) || !/^(?:[\p{L}\p{N}_$#]+|[)\]}<`"'])$/u.test(previous);
}
