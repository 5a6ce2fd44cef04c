import type { Page, Route } from 'playwright-core';

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

/**
 * Shows what the service has as if everything had happened this much earlier: requests ask for the real times, and the times of answers
 * are moved. Retention and the day of the test then do not matter.
 *
 * @param earlierMs whole milliseconds.
 */
export async function shiftTimes(page: Page, earlierMs: number): Promise<void> {
  await page.route(/\/api\/v1\/logs/, async (route: Route) => {
    const request = route.request();
    const url = decodeURIComponent(request.url()).replaceAll(TIME, (text) => move(text, earlierMs));
    const answer = await route.fetch({ url: encodeURI(url) });
    const body = (await answer.text()).replaceAll(TIME, (text) => move(text, -earlierMs));
    await route.fulfill({ response: answer, body });
  });
}

/** The time with its decimals, moved by whole milliseconds. */
function move(text: string, byMs: number): string {
  const ms = Date.parse(text.replace(/(\.\d{3})\d+Z$/, '$1Z'));
  const [, decimals = ''] = /\.\d{3}(\d+)Z$/.exec(text) ?? [];
  return new Date(ms + byMs).toISOString().replace('Z', `${decimals}Z`);
}
