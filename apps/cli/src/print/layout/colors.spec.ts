import assert from 'node:assert/strict';
import { createColors, levelPaint, wantsColor } from './colors.js';

describe('colors', () => {
  it('uses colors on a terminal and not on a pipe', () => {
    assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { TERM: 'xterm' } }), true);
    assert.equal(wantsColor({ noColor: false, isTerminal: false, env: { TERM: 'xterm' } }), false);
  });

  it('disables colors for --no-color, NO_COLOR and a dumb terminal', () => {
    assert.equal(wantsColor({ noColor: true, isTerminal: true, env: { FORCE_COLOR: '1' } }), false);
    assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { NO_COLOR: '1', FORCE_COLOR: '1' } }), false);
    assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { TERM: 'dumb' } }), false);
    assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { NO_COLOR: '' } }), true);
  });

  it('forces colors on a pipe with FORCE_COLOR unless it is 0', () => {
    assert.equal(wantsColor({ noColor: false, isTerminal: false, env: { FORCE_COLOR: '1' } }), true);
    assert.equal(wantsColor({ noColor: false, isTerminal: true, env: { FORCE_COLOR: '0' } }), false);
  });

  it('distinguishes known levels', () => {
    const colors = createColors(true);
    const painted = ['fatal', 'error', 'warn', 'info', 'debug'].map((level) => levelPaint(level, colors)('x'));
    assert.equal(new Set(painted).size, 5);
    assert.equal(levelPaint('loud', colors)('x'), 'x');
  });
});
