import { readTokens, type ScriptToken } from './script-tokens.js';

/** A longer source is that of a bundle, and takes too long. */
const MAX_SOURCE = 512 * 1024;

/** A function or another part of the code that is open at a position. */
interface Scope {
  readonly isFunction: boolean;
  /** Undefined for a function without a name. */
  readonly name: string | undefined;
  /** The body of an arrow function without braces ends where its expression does. */
  readonly isExpression: boolean;
}

const CONTROL = /^(?:if|for|while|switch|catch|with|return|typeof|await|function|super|import|new)$/;
const STATEMENT = /^(?:const|let|var|function|return|if|for|while|switch|export|import|class|throw|try|async)$/;
const NAME = /^[\p{L}_$#][\p{L}\p{N}_$]*$/u;
/** What can be between the parameters of a function and its body: the type that it returns. */
const RETURN_TYPE = /^(?:[\p{L}\p{N}_$]+|[:<>[\]|&.,'"?])$/u;
const DECLARATION = /^(?:const|let|var)$/;
/** Tokens of a type that are read. */
const MAX_TYPE = 40;

/** The name of the function whose body a position of a script is in; undefined if it has none or is not known. */
export function findEnclosingFunction(source: string, position: number): string | undefined {
  if (source.length > MAX_SOURCE) return undefined;
  const tokens = new ReadTokens();
  const scopes: (Scope & { readonly closedBy: string })[] = [];
  const endExpressions = (): void => {
    while (scopes.at(-1)?.isExpression === true) scopes.pop();
  };
  for (const token of readTokens(source, position)) {
    const { text, startsLine } = token;
    const last = tokens.text(tokens.last);
    if (last === '=>' && text !== '{')
      scopes.push({ isFunction: true, name: arrowName(tokens, tokens.last), isExpression: true, closedBy: '' });
    if (text === ';' || text === ',' || (startsLine && STATEMENT.test(text) && last !== '=>')) endExpressions();
    if (text === '{') scopes.push({ ...bodyScope(tokens), isExpression: false, closedBy: '}' });
    else if (text === '(' || text === '[')
      scopes.push({ isFunction: false, name: undefined, isExpression: false, closedBy: text === '(' ? ')' : ']' });
    else if (text === '}' || text === ')' || text === ']') {
      endExpressions();
      if (scopes.at(-1)?.closedBy === text) scopes.pop();
    }
    tokens.push(token);
  }
  if (tokens.text(tokens.last) === '=>') return arrowName(tokens, tokens.last);
  return scopes.findLast(({ isFunction }) => isFunction)?.name;
}

class ReadTokens {
  readonly #tokens: ScriptToken[] = [];
  readonly #open: number[] = [];
  /** The index of the opening parenthesis by that of the closing one. */
  readonly #openings = new Map<number, number>();

  get last(): number {
    return this.#tokens.length - 1;
  }

  push(token: ScriptToken): void {
    const index = this.#tokens.push(token) - 1;
    if (token.text === '(') this.#open.push(index);
    if (token.text === ')') this.#openings.set(index, this.#open.pop() ?? -1);
  }

  text(index: number): string {
    return this.#tokens[index]?.text ?? '';
  }

  startsLine(index: number): boolean {
    return this.#tokens[index]?.startsLine === true;
  }

  /** -1 without one. */
  openingOf(close: number): number {
    return this.#openings.get(close) ?? -1;
  }
}

/** Whether a brace begins the body of a function, and of which. */
function bodyScope(tokens: ReadTokens): Pick<Scope, 'isFunction' | 'name'> {
  if (tokens.text(tokens.last) === '=>') return { isFunction: true, name: arrowName(tokens, tokens.last) };
  const open = tokens.openingOf(endOfParameters(tokens, tokens.last));
  if (open < 0) return { isFunction: false, name: undefined };
  const before = skipTypeParameters(tokens, open - 1);
  const word = tokens.text(before);
  if (word === 'function' || (word === '*' && tokens.text(before - 1) === 'function'))
    return { isFunction: true, name: assignedName(tokens, before - (word === '*' ? 2 : 1)) };
  if (!NAME.test(word) || CONTROL.test(word)) return { isFunction: false, name: undefined };
  return { isFunction: true, name: word };
}

/** The name that an arrow function is assigned to. */
function arrowName(tokens: ReadTokens, arrow: number): string | undefined {
  const open = tokens.openingOf(endOfParameters(tokens, arrow - 1));
  return assignedName(tokens, open < 0 ? arrow - 2 : skipTypeParameters(tokens, open - 1));
}

/** The name before `=` or `:`, also with a type, if a function begins after a token. */
function assignedName(tokens: ReadTokens, given: number): string | undefined {
  const at = tokens.text(given) === 'async' ? given - 1 : given;
  const sign = tokens.text(at);
  if (sign !== '=' && sign !== ':') return undefined;
  if (sign === '=')
    for (let index = at - 1; index > Math.max(0, at - MAX_TYPE) && !/^[;{}=]$/.test(tokens.text(index)); index--)
      if (DECLARATION.test(tokens.text(index - 1)) && tokens.text(index + 1) === ':') return tokens.text(index);
  const word = tokens.text(at - 1);
  return NAME.test(word) ? word : undefined;
}

/** The index of the parenthesis that ends the parameters, before a type that the function returns; -1 without one. */
function endOfParameters(tokens: ReadTokens, last: number): number {
  if (tokens.text(last) === ')') return last;
  for (let index = last; index > Math.max(0, last - MAX_TYPE); index--) {
    const text = tokens.text(index);
    if (text === ')') return tokens.text(index + 1) === ':' ? index : -1;
    if (!RETURN_TYPE.test(text)) return -1;
  }
  return -1;
}

/** The index of the token before `<T>`, or the given one. */
function skipTypeParameters(tokens: ReadTokens, given: number): number {
  if (tokens.text(given) !== '>') return given;
  let depth = 0;
  for (let index = given; index > Math.max(0, given - MAX_TYPE); index--) {
    const text = tokens.text(index);
    if (text === '>') depth++;
    else if (text === '<' && --depth === 0) return index - 1;
  }
  return given;
}
