import type { SyntaxNode, Tree } from '@lezer/common';
import type { LRParser } from '@lezer/lr';

/**
 * A part of a Grafana dashboard that has no counterpart. The reason is shown to the user who imports it and repeats
 * nothing of the part.
 */
export class Unsupported extends Error {}

export const tooComplex = (): Unsupported => new Unsupported('the query is more complex than a widget can ask');

/** Longer queries are not parsed: the grammars take up to 12 milliseconds for this length. */
const MAX_LENGTH = 2_048;
/** A string, which stays as it is, or a range whose duration is a variable, as in `[$__rate_interval]`. */
const STRING_OR_RANGE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|(\[\$(?:\w+|\{\w+(?::\w+)?\}\w*)\])/gs;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);

/** A node in the syntax tree of a query, with its text. */
export class Expression {
  private constructor(
    readonly source: string,
    private readonly node: SyntaxNode,
  ) {}

  /**
   * Parses a query. Variables in place of durations become five minutes, because Grafana replaces them before Prometheus or Loki parses the
   * query.
   *
   * @param parser must be strict: attempts to recover from errors take a hundred milliseconds for the longest queries
   * @throws Unsupported if the query is too long or not in the language of the parser
   */
  static parse(parser: LRParser, query: string): Expression {
    if (query.length > MAX_LENGTH) throw new Unsupported('the query is too long');
    const source = query.replace(STRING_OR_RANGE, (found, range?: string) => (range === undefined ? found : '[5m]'));
    return new Expression(source, parseQuery(parser, source).topNode);
  }

  get name(): string {
    return this.node.name;
  }

  get text(): string {
    return this.source.slice(this.node.from, this.node.to);
  }

  /** The value of a string literal. Only backslashes, quotes, `\n`, `\t` and `\r` are escaped in queries. */
  get string(): string {
    const inner = this.text.slice(1, -1);
    if (this.text.startsWith('`')) return inner;
    return inner.replace(/\\(.)/g, (_, character: string) => ESCAPES.get(character) ?? character);
  }

  /** Children without comments. */
  get children(): Expression[] {
    const children: Expression[] = [];
    for (let node = this.node.firstChild; node; node = node.nextSibling)
      if (node.name !== 'LineComment') children.push(new Expression(this.source, node));
    return children;
  }

  /** @throws Unsupported unless it has exactly one child. */
  get only(): Expression {
    const [only, ...more] = this.children;
    if (only === undefined || more.length > 0) throw tooComplex();
    return only;
  }

  /**
   * The children by their names, each of which occurs at most once.
   *
   * @throws Unsupported if a child has another name, or two children have the same
   */
  parts<Name extends string>(...names: readonly Name[]): { readonly [name in Name]?: Expression } {
    const parts: { [name in Name]?: Expression } = {};
    for (const child of this.children) {
      const name = names.find((known) => known === child.name);
      if (name === undefined || parts[name] !== undefined) throw tooComplex();
      parts[name] = child;
    }
    return parts;
  }
}

function parseQuery(parser: LRParser, source: string): Tree {
  try {
    return parser.parse(source);
  } catch (error) {
    if (error instanceof SyntaxError) throw tooComplex();
    throw error;
  }
}

/** @throws Unsupported if the query lacks this part. */
export function required(part: Expression | undefined): Expression {
  if (part === undefined) throw tooComplex();
  return part;
}
