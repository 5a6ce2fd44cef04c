import { skipOrFail } from '@svc/testing';
import { findChromium, startChromium } from '@svc/testing/chromium';
import type { Browser } from 'playwright-core';
import { theService } from '../topology.js';
import { newPerson, signIn } from '../workspace/person.js';
import { ConsolePage, type ConsoleOptions } from './console-page.js';

/** A browser for the specs of a file, and users who are signed in. */
export class ConsoleSuite {
  readonly #cookies = new Map<string, Promise<string>>();
  #opened: ConsolePage[] = [];
  /** Windows that earlier specs have emptied. */
  readonly #free: ConsolePage[] = [];

  constructor(readonly browser: Browser) {}

  /** Opens an address as a user with this role, and waits until it is settled. */
  async open(
    address: string,
    { role = 'ROLE_ADMIN', ...options }: ConsoleOptions & { role?: string } = {},
  ): Promise<ConsolePage> {
    const opened = await this.openBlank({ cookie: await this.cookie(role), ...options });
    await opened.goto(address);
    return opened;
  }

  /** Opens a window that shows nothing yet. */
  async openBlank(options: ConsoleOptions): Promise<ConsolePage> {
    const free = options.httpUrl === undefined ? this.#free.pop() : undefined;
    const opened = free ?? (await ConsolePage.open(this.browser, options));
    this.#opened.push(opened);
    if (free) await free.prepare(options);
    return opened;
  }

  /** The cookie header of a user with this role. */
  cookie(role: string): Promise<string> {
    const known = this.#cookies.get(role);
    if (known) return known;
    const cookie = this.newCookie(role);
    this.#cookies.set(role, cookie);
    return cookie;
  }

  /** The cookie header of another user with this role, whose session may end. */
  async newCookie(role: string): Promise<string> {
    return (await signIn(await newPerson(role))).cookie;
  }

  get url(): string {
    return theService().httpUrl;
  }

  /** Takes the windows of a spec back; fails if one of them had faults. */
  async takeBack(): Promise<void> {
    const opened = this.#opened;
    this.#opened = [];
    for (const page of opened) {
      if (page.isOfService) {
        await page.empty();
        this.#free.push(page);
      } else await page.close();
    }
  }
}

/** Describes what users do in a browser. Each spec begins with empty windows, and fails if they had faults. */
export function describeConsole(title: string, specs: (suite: () => ConsoleSuite) => void): void {
  const executablePath = findChromium();
  describe(title, () => {
    if (executablePath === undefined)
      return skipOrFail('works in Chromium', 'no Chromium on the PATH or in SVC_TEST_CHROMIUM');
    let suite: ConsoleSuite | undefined;
    beforeAll(async () => {
      suite = new ConsoleSuite(await startChromium(executablePath));
    });
    afterAll(() => suite?.browser.close());
    afterEach(() => suite?.takeBack());
    specs(() => {
      if (!suite) throw new Error('The browser has not started');
      return suite;
    });
  });
}
