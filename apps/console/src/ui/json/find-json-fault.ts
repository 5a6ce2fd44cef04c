/** The first place of a text where it stops being JSON; lines and columns begin with 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const STRING = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"`;
const SCALAR = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null`;
const TOKEN = new RegExp(String.raw`([{}[\],:])|(${STRING})|(${SCALAR})`, 'y');
const SPACE = /[ \t\n\r]*/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'end';

const REASONS: Readonly<Record<Expected, string>> = {
  value: 'a value is expected; a text needs double quotes',
  'value or ]': 'a value or ] is expected; a text needs double quotes',
  name: 'a name in double quotes is expected',
  'name or }': 'a name in double quotes or } is expected',
  colon: 'a colon is expected after the name',
  comma: 'a comma or the closing bracket is expected',
  end: 'nothing more is expected after the value',
};

/** Finds the first mistake of a JSON text, because browsers name its place in different ways or not at all; undefined if there is none. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => (open.length === 0 ? 'end' : 'comma');
  for (;;) {
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    if (at === text.length && expected === 'end') return undefined;
    TOKEN.lastIndex = at;
    const [token = '', mark, string] = TOKEN.exec(text) ?? [];
    const next = follow(
      expected,
      token,
      { isString: string !== undefined, isScalar: token !== '' && mark === undefined },
      open,
    );
    if (next === undefined) return { ...toPlace(text, at), reason: REASONS[expected] };
    expected = next === 'done' ? afterValue() : next;
    at += token.length;
  }
}

interface Kind {
  readonly isString: boolean;
  /** A text, a number or a word. */
  readonly isScalar: boolean;
}

/** The tokens that may follow one; `done` after a whole value, undefined if the token is not the one that is expected. */
function follow(expected: Expected, token: string, kind: Kind, open: ('{' | '[')[]): Expected | 'done' | undefined {
  const close = (): 'done' => {
    open.pop();
    return 'done';
  };
  switch (expected) {
    case 'value':
    case 'value or ]':
      if (kind.isScalar) return 'done';
      if (token === ']' && expected === 'value or ]') return close();
      if (token !== '{' && token !== '[') return undefined;
      open.push(token);
      return token === '{' ? 'name or }' : 'value or ]';
    case 'name':
    case 'name or }':
      if (kind.isString) return 'colon';
      return token === '}' && expected === 'name or }' ? close() : undefined;
    case 'colon':
      return token === ':' ? 'value' : undefined;
    case 'comma': {
      const bracket = open.at(-1);
      if (token === ',') return bracket === '{' ? 'name' : 'value';
      return token === (bracket === '{' ? '}' : ']') ? close() : undefined;
    }
    case 'end':
      return undefined;
  }
}

function toPlace(text: string, at: number): Pick<JsonFault, 'line' | 'column'> {
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** The mistake in a sentence. */
export function describeJsonFault({ line, column, reason }: JsonFault): string {
  return `Line ${line}, column ${column}: ${reason}.`;
}
