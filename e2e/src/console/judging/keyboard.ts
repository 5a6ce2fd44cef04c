import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

/** The element with the focus: its role and name as far as a test needs them, and whether it is marked. */
interface Focused {
  readonly text: string;
  readonly isMarked: boolean;
  readonly isLost: boolean;
}

/** An outline or a shadow marks the element itself, or the field around it. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const marks = (each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  };
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((each) => each && each !== document.body);
  const { top, left, bottom, right } = element.getBoundingClientRect();
  const isOnScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  return {
    text: (element.getAttribute('aria-label') ?? element.innerText ?? '').trim(),
    isMarked: isOnScreen && around.some(marks),
    isLost: element === document.body || element === document.documentElement,
  };
})()`;

export function focused(page: Page): Promise<Focused> {
  return page.evaluate<Focused>(FOCUSED);
}

/** Presses Tab until the element with this name has the focus, which must be seen at each stop. */
export async function tabTo(page: Page, name: RegExp, most: number, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const stops: string[] = [];
  while (stops.length < most) {
    await page.keyboard.press(key);
    const { text, isMarked } = await focused(page);
    assert.ok(isMarked, `the focus is not seen at "${text}" in ${page.url()}`);
    if (name.test(text)) return;
    stops.push(text);
  }
  assert.fail(`${String(name)} is not among ${most} stops in ${page.url()}: ${stops.join(' | ')}`);
}

/** Fails if nothing has the focus, so that the keyboard would begin again at the top of the page. */
export async function assertFocusKept(page: Page): Promise<void> {
  assert.equal((await focused(page)).isLost, false, `the focus is lost in ${page.url()}`);
}
