import type { Page } from 'playwright-core';

/**
 * What is in the page as it was sent although it acts: texts and tooltips with characters that control or reorder text, and elements made
 * of markup in texts.
 */
export function findRawText(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(RAW_TEXT);
}

const RAW_TEXT = String.raw`(() => {
  const raw = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/u;
  const found = [];
  const note = (what, { tagName, className }, text) =>
    found.push([what, tagName.toLowerCase() + '.' + (className.baseVal ?? className), JSON.stringify(text.slice(0, 60))].join(' '));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    if (raw.test(node.data)) note('text in', node.parentElement, node.data);
  for (const element of document.querySelectorAll('[title]'))
    if (raw.test(element.title)) note('tooltip of', element, element.title);
  for (const element of document.querySelectorAll('img[src="x"], [onerror], a[href^="javascript:"]'))
    note('made of markup:', element, element.outerHTML);
  if (raw.test(document.title)) found.push('the title of the tab');
  if (globalThis.ran !== undefined) found.push('a script of a text has run');
  return [...new Set(found)];
})()`;
