import { METADATA, type Labels } from '../labels/labels.js';
import type { Matching } from '../syntax/ast.js';

/** Finds the labels by which the series of two sides belong together. */
export function signatureOf({ isOn, labels }: Matching): (of: Labels) => Labels {
  const names = new Set(labels);
  if (isOn) return (of) => of.keep(names);
  const dropped = new Set([...names, ...METADATA]);
  return (of) => of.drop(dropped);
}
