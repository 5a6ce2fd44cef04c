import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const TOKENS = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');
/** The ratio of WCAG 2.2 AA for text of this size. */
const LEAST = 4.5;

const SURFACES = ['bg', 'surface', 'surface-raised', 'surface-sunken', 'hover', 'selected'];
const TEXTS = ['text', 'text-muted', 'text-faint', 'accent', 'danger', 'warn'];
const PAIRS: readonly (readonly [string, string])[] = [
  ...SURFACES.flatMap((surface) => TEXTS.map((text) => [text, surface] as const)),
  ['danger', 'danger-soft'],
  ['warn', 'warn-soft'],
  ['ok', 'ok-soft'],
  ['ok', 'surface'],
  ['info', 'info-soft'],
  ['info', 'surface'],
  ['text-muted', 'danger-soft'],
  ['on-accent', 'accent-fill'],
];

type Theme = 'light' | 'dark';

/** The colour of a token in a theme, from `light-dark(#…, #…)` or `#…`. */
function colorOf(token: string, theme: Theme): readonly number[] {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(TOKENS)?.[1] ?? assert.fail(`no token ${token}`);
  const colors = value.match(/#[0-9a-f]{6}/g) ?? assert.fail(`no colour in ${token}`);
  const hex = (theme === 'light' ? colors[0] : colors.at(-1)) ?? '';
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

function luminance(color: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('colours of the console', () => {
  for (const theme of ['light', 'dark'] as const)
    it(`have a contrast of at least ${LEAST} in the ${theme} theme`, () => {
      const weak = PAIRS.map(([text, surface]) => {
        const [low = 0, high = 0] = [text, surface]
          .map((token) => luminance(colorOf(token, theme)))
          .toSorted((a, b) => a - b);
        return { text, surface, ratio: Math.round(((high + 0.05) / (low + 0.05)) * 100) / 100 };
      }).filter(({ ratio }) => ratio < LEAST);
      assert.deepEqual(weak, []);
    });
});
