import fc from 'fast-check';

const fragment = fc.constantFrom(
  '(',
  ')',
  '"',
  '\\',
  ':',
  '*',
  '-',
  ' ',
  'AND ',
  'OR ',
  'NOT ',
  'a:',
  '[',
  ' TO ',
  ']',
  '>',
);

/** Pieces of the search language and any others, which make a query when they are joined. */
export const fragments = fc.array(fc.oneof(fragment, fragment, fc.string({ unit: 'binary', maxLength: 5 })), {
  maxLength: 300,
});
