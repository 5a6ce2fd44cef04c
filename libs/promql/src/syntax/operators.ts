import type { SyntaxNode } from '@lezer/common';
import type { Cardinality, Matching } from './ast.js';
import { readNumber } from './numbers.js';
import type { Reader } from './reader.js';
import { SET_OPERATORS } from './signatures.js';

/** Reads the labels in parentheses after `by`, `on` and the like. */
export function readLabels(reader: Reader, node: SyntaxNode): string[] {
  return reader
    .children(node)
    .map((label) => (label.name === 'QuotedLabelName' ? reader.string(label) : reader.slice(label)));
}

/** Reads the modifiers between an operator and its right side. */
export function readMatching(reader: Reader, op: string, parts: readonly SyntaxNode[]): Matching {
  const clause = parts.find(({ name }) => name === 'MatchingModifierClause');
  const [kind, labels, group, include] = clause ? reader.children(clause) : [];
  const fills = readFills(reader, parts);
  return {
    card: cardinality(op, group?.name),
    labels: labels ? readLabels(reader, labels) : [],
    isOn: kind?.name === 'On',
    include: include ? readLabels(reader, include) : [],
    fillLeft: fills.left,
    fillRight: fills.right,
  };
}

function cardinality(op: string, group: string | undefined): Cardinality {
  if (group === 'GroupLeft') return 'many-to-one';
  if (group === 'GroupRight') return 'one-to-many';
  return SET_OPERATORS.has(op) ? 'many-to-many' : 'one-to-one';
}

function readFills(reader: Reader, parts: readonly SyntaxNode[]): { readonly left?: number; readonly right?: number } {
  const fills: { left?: number; right?: number } = {};
  for (const modifier of parts.filter(({ name }) => name === 'FillModifier')) {
    for (const clause of reader.children(modifier)) {
      const [, literal] = reader.children(clause);
      const { value } = readNumber(reader, literal);
      if (clause.name !== 'FillRightClause') fills.left = value;
      if (clause.name !== 'FillLeftClause') fills.right = value;
    }
  }
  return fills;
}
