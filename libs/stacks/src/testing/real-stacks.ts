import { readFileSync } from 'node:fs';
import type { Platform } from '../stack.js';

export interface RealStack {
  readonly name: string;
  readonly text: string;
}

/**
 * Stacks that programs of a platform have printed. The stacks of .NET, Rust, Apple's systems, Android and of browsers
 * other than Chromium follow their documentation instead.
 */
export function readRealStacks(platform: Platform): RealStack[] {
  const file = new URL(`../../src/testing/real/${platform}.txt`, import.meta.url);
  const sections = `\n${readFileSync(file, 'utf8')}`.split('\n=== ').slice(1);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    return { name: section.slice(0, end), text: section.slice(end + 1) };
  });
}
