import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { Platform } from '../stack.js';
import { describeStack } from '../testing/describe-stack.js';
import { readRealStacks } from '../testing/real-stacks.js';
import { parseStack } from './parse-stack.js';

const INPUT = { type: '', message: '', serviceName: 'shop', release: '', dist: '', debugIds: {} };

const PLATFORMS: readonly Platform[] = [
  'android',
  'apple',
  'csharp',
  'go',
  'java',
  'javascript',
  'node',
  'php',
  'python',
  'ruby',
  'rust',
];

describe('stacks that programs have printed', () => {
  for (const platform of PLATFORMS) {
    it(`parses printed stacks as reviewed: ${platform}`, () => {
      const stacks = readRealStacks(platform).map(
        ({ name, text }) => `=== ${name}\n${describeStack(parseStack({ ...INPUT, stacktrace: text, platform }))}\n`,
      );
      const golden = new URL(`../../src/testing/real/${platform}.golden`, import.meta.url);
      if (process.env['SVC_UPDATE_GOLDEN'] === '1') writeFileSync(golden, stacks.join(''));
      assert.equal(stacks.join(''), readFileSync(golden, 'utf8'));
    });

    it(`recognizes printed stacks without a hint: ${platform}`, () => {
      for (const { name, text } of readRealStacks(platform)) {
        const hinted = parseStack({ ...INPUT, stacktrace: text, platform });
        const detected = parseStack({ ...INPUT, stacktrace: text });
        if (UNCERTAIN.has(`${platform} ${name}`)) continue;
        assert.deepEqual(detected, hinted, name);
      }
    });
  }
});

/** Texts without anything that is particular to their platform. */
const UNCERTAIN = new Set(['node aggregate']);
