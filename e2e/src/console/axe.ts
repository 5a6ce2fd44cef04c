import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

interface AxeResult {
  readonly id: string;
  readonly impact: string | null;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Tags of the rules of WCAG 2.2 at level AA, and of what axe calls best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const MAX_HTML = 200;

const THEMES = ['light', 'dark'] as const;

/** Runs axe-core on the page as it is in both themes; returns a line for each element that breaks a rule. */
export async function axeViolations(page: Page): Promise<string[]> {
  const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  const found: string[] = [];
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    // Evaluated by the debugger, to which the policy of the page does not apply.
    await page.evaluate(`${source}; undefined`);
    // Colours are all that differs between the themes.
    const rules = theme === 'light' ? { type: 'tag', values: TAGS } : { type: 'rule', values: ['color-contrast'] };
    const options = { runOnly: rules, resultTypes: ['violations'] };
    const { violations } = await page.evaluate<{ violations: readonly AxeResult[] }>(
      `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
    );
    found.push(...violations.flatMap((violation) => toLines(theme, violation)));
  }
  return found;
}

function toLines(theme: string, { id, impact, help, nodes }: AxeResult): string[] {
  return nodes.map(
    ({ html, failureSummary }) =>
      `${theme}: ${id} (${impact ?? 'unrated'}): ${help}: ${html.slice(0, MAX_HTML)} ${failureSummary.replaceAll(/\s+/g, ' ')}`,
  );
}
