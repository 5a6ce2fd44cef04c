import { cpuBudget } from '@svc/test-servers';
import { mask } from './mask.js';

const CHARACTERS = 200_000;
const PIECES = [
  '"',
  "='",
  '1.',
  '1,',
  'a@',
  '@a.',
  'a-',
  '0',
  'f',
  ':',
  '::1',
  '/1',
  'a://',
  '1-',
  '00:',
  ' ',
  '%',
  'é',
];

describe('mask', () => {
  // Each pattern is bounded; a quadratic one would need minutes.
  for (const piece of PIECES)
    it(`takes time linear in a message that repeats ${JSON.stringify(piece)}`, () =>
      cpuBudget('masking', 1_500, () => mask(piece.repeat(Math.ceil(CHARACTERS / piece.length)))));
});
