import type { Matcher } from '../labels/matcher.js';

/** A part of the query, as offsets of UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type ValueType = 'scalar' | 'vector' | 'matrix' | 'string';

export interface NumberLiteral extends Span {
  readonly kind: 'number';
  readonly value: number;
  /** Whether it was written with units, such as `5m`; the value is in seconds. */
  readonly isDuration: boolean;
}

/** Arithmetic of durations, in seconds. The left side of a unary operation is undefined. */
export interface DurationExpr extends Span {
  readonly kind: 'duration';
  readonly op: '+' | '-' | '*' | '/' | '%' | '^' | 'step' | 'range' | 'min_of' | 'max_of';
  readonly left: Duration | undefined;
  readonly right: Duration | undefined;
  readonly isWrapped: boolean;
}

export type Duration = NumberLiteral | DurationExpr;

/** The instant that `@` names, in milliseconds or as a bound of the query. */
export type At = number | 'start' | 'end';

export interface VectorSelector extends Span {
  readonly kind: 'selector';
  /** The name before the braces; empty if there is none. */
  readonly name: string;
  readonly matchers: readonly Matcher[];
  readonly offset: Duration | undefined;
  readonly at: At | undefined;
  readonly extension: 'anchored' | 'smoothed' | undefined;
}

export interface MatrixSelector extends Span {
  readonly kind: 'matrix';
  readonly selector: VectorSelector;
  readonly range: Duration;
}

export interface Subquery extends Span {
  readonly kind: 'subquery';
  readonly expr: Expr;
  readonly range: Duration;
  readonly step: Duration | undefined;
  readonly offset: Duration | undefined;
  readonly at: At | undefined;
}

export interface StringLiteral extends Span {
  readonly kind: 'string';
  readonly value: string;
}

export interface Paren extends Span {
  readonly kind: 'paren';
  readonly expr: Expr;
}

export interface Unary extends Span {
  readonly kind: 'unary';
  readonly op: '+' | '-';
  readonly expr: Expr;
}

export interface Call extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly args: readonly Expr[];
}

export interface Aggregate extends Span {
  readonly kind: 'aggregate';
  readonly op: string;
  readonly param: Expr | undefined;
  readonly expr: Expr;
  readonly grouping: readonly string[];
  readonly isWithout: boolean;
}

export type Cardinality = 'one-to-one' | 'many-to-one' | 'one-to-many' | 'many-to-many';

/** The series of the two sides of an operator that belong together. */
export interface Matching {
  readonly card: Cardinality;
  readonly labels: readonly string[];
  readonly isOn: boolean;
  readonly include: readonly string[];
  readonly fillLeft: number | undefined;
  readonly fillRight: number | undefined;
}

export interface Binary extends Span {
  readonly kind: 'binary';
  readonly op: string;
  readonly left: Expr;
  readonly right: Expr;
  readonly isBool: boolean;
  /** Undefined unless both sides are vectors. */
  readonly matching: Matching | undefined;
}

export type Expr =
  | Aggregate
  | Binary
  | Call
  | MatrixSelector
  | NumberLiteral
  | Paren
  | StringLiteral
  | Subquery
  | Unary
  | VectorSelector;
