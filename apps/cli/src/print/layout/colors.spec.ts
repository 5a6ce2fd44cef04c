import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createColors, levelPaint, wantsColor } from './colors.js';

test('a terminal gets colors, a pipe does not', () => {
  assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { TERM: 'xterm' } }), true);
  assert.equal(wantsColor({ noColor: false, isTerminal: false, env: { TERM: 'xterm' } }), false);
});

test('--no-color, NO_COLOR and a dumb terminal switch colors off', () => {
  assert.equal(wantsColor({ noColor: true, isTerminal: true, env: { FORCE_COLOR: '1' } }), false);
  assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }), false);
  assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { TERM: 'dumb' } }), false);
  assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { NO_COLOR: '' } }), true);
});

test('FORCE_COLOR colors a pipe, unless it says 0', () => {
  assert.equal(wantsColor({ noColor: false, isTerminal: false, env: { FORCE_COLOR: '1' } }), true);
  assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { FORCE_COLOR: '0' } }), false);
});

test('levels are told apart by color, unknown ones stay plain', () => {
  const colors = createColors(true);
  const painted = ['fatal', 'error', 'warn', 'info', 'debug'].map((level) => levelPaint(level, colors)('x'));
  assert.equal(new Set(painted).size, 5);
  assert.equal(levelPaint('loud', colors)('x'), 'x');
});
