import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { findChromium, startChromium } from '@svc/testing/chromium';
import { ConsolePage, DESKTOP, PHONE } from './console-page.js';
import type { Demo } from './demo.js';

const SIZES = { desktop: DESKTOP, phone: PHONE };
const THEMES = ['light', 'dark'] as const;

/**
 * Takes a picture of each address in two sizes and both themes.
 *
 * @param addresses of the console; `:slug`, `:traceId` and the other names of `Seed` stand for those of the demo.
 * @returns the files that were written, and what was wrong with the pages.
 */
export async function takeScreenshots(
  { url, cookie, seed }: Demo,
  addresses: readonly string[],
  directory: string,
): Promise<{ readonly files: string[]; readonly faults: string[] }> {
  const executable = findChromium();
  if (executable === undefined) throw new Error('no Chromium on the PATH or in SVC_TEST_CHROMIUM');
  await mkdir(directory, { recursive: true });
  const browser = await startChromium(executable);
  const [files, faults]: string[][] = [[], []];
  try {
    for (const [size, viewport] of Object.entries(SIZES))
      for (const colorScheme of THEMES) {
        const opened = await ConsolePage.open(browser, { cookie, viewport, colorScheme, httpUrl: url });
        for (const address of addresses) {
          await opened.goto(fill(address, seed));
          await opened.assertFits().catch((error: unknown) => opened.faults.push(String(error)));
          const file = path.join(directory, `${toName(address)}-${size}-${colorScheme}.png`);
          await opened.page.screenshot({ path: file });
          files?.push(file);
          faults?.push(...opened.faults.splice(0).map((fault) => `${address} (${size}, ${colorScheme}): ${fault}`));
        }
        await opened.close();
      }
  } finally {
    await browser.close();
  }
  return { files: files ?? [], faults: faults ?? [] };
}

function fill(address: string, seed: Demo['seed']): string {
  const values = new Map<string, string>(Object.entries(seed) as [string, string][]);
  return address.replaceAll(/:([a-zA-Z]+)/g, (name, key: string) => encodeURIComponent(values.get(key) ?? name));
}

function toName(address: string): string {
  return address.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';
}
