import assert from 'node:assert/strict';
import { eventually } from '@svc/testing';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { theService } from '../topology.js';
import { readContract, type Permitted } from './contract.js';

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export interface ConsoleOptions {
  /** The value of a cookie header that is signed in; nobody is signed in when absent. */
  readonly cookie?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
  /** URL of the service, or of a proxy before it, without path. */
  readonly httpUrl?: string;
}

/** A document of the origin that runs no script. */
const EMPTY_PAGE = '/assets/icon.svg';

/** Reports violations of the policy also where the browser writes none of its own, such as those of inner frames. */
const REPORT_VIOLATIONS = `addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
  console.error('securitypolicyviolation: ' + [effectiveDirective, blockedURI, sourceFile, lineNumber].join(' ')))`;

/**
 * A window of the console, which notes everything that must not happen in any page: errors and warnings on the browser's console,
 * violations of the policy, exceptions and rejections that nobody handles, assets that fail, and requests outside the public interface.
 */
export class ConsolePage {
  faults: string[] = [];
  readonly #open = new Set<Request>();
  #tolerated: RegExp[] = [];

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly permitted: Permitted,
    private readonly httpUrl: string,
  ) {}

  static async open(browser: Browser, options: ConsoleOptions = {}): Promise<ConsolePage> {
    const { httpUrl = theService().httpUrl } = options;
    const permitted = await readContract(httpUrl);
    const context = await browser.newContext({ baseURL: httpUrl });
    await context.addInitScript(REPORT_VIOLATIONS);
    const opened = new ConsolePage(await context.newPage(), context, permitted, httpUrl);
    await opened.prepare(options);
    opened.#watch();
    return opened;
  }

  /** Whether another spec can use the window after `empty`: the origins of proxies end with their specs. */
  get isOfService(): boolean {
    return this.httpUrl === theService().httpUrl;
  }

  /** Gives an empty window its size, theme and user. */
  async prepare({ cookie, viewport = DESKTOP, colorScheme = 'light' }: ConsoleOptions): Promise<void> {
    await this.page.setViewportSize(viewport);
    await this.page.emulateMedia({ colorScheme });
    if (cookie !== undefined) await this.context.addCookies(toCookies(cookie, this.httpUrl));
  }

  /**
   * Leaves the page, and clears what it and its user have left in the window; fails if there were faults.
   * The process and the caches of the window stay, without which a page takes five times as much CPU time to load.
   */
  async empty(): Promise<void> {
    const [, ...others] = this.context.pages();
    for (const other of others) await other.close();
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    // Nothing is hovered when the next page appears.
    await this.page.mouse.move(0, 0);
    await this.page.goto(EMPTY_PAGE);
    await this.page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await this.context.clearCookies();
    await this.context.clearPermissions();
    try {
      this.assertNoFaults();
    } finally {
      [this.faults, this.#tolerated] = [[], []];
    }
  }

  /** Opens an address of the console, such as `/p/default/logs`, and waits until it is settled. */
  async goto(address: string): Promise<void> {
    await this.page.goto(address);
    await this.settled();
  }

  /** Resolves when nothing is being loaded, nor begins to be loaded by what has just arrived; streams go on. */
  async settled(): Promise<void> {
    await eventually(`${this.page.url()} is settled`, async () => {
      if (!this.#isQuiet() || !(await this.page.evaluate<boolean>(NOTHING_IS_BUSY))) return false;
      await this.page.evaluate(TWO_FRAMES);
      return this.#isQuiet() && (await this.page.evaluate<boolean>(NOTHING_IS_BUSY));
    });
  }

  #isQuiet(): boolean {
    return [...this.#open].every(isStream);
  }

  /** Expects faults, such as the message of the browser about a response with an error that the test causes. */
  tolerate(...faults: readonly RegExp[]): void {
    this.#tolerated.push(...faults);
  }

  assertNoFaults(): void {
    const faults = this.faults.filter((fault) => !this.#tolerated.some((pattern) => pattern.test(fault)));
    assert.deepEqual(faults, []);
  }

  /** Fails if the page can be scrolled sideways, and names what is too wide. */
  async assertFits(): Promise<void> {
    assert.deepEqual(await this.page.evaluate<string[]>(TOO_WIDE), [], `too wide in ${this.page.url()}`);
  }

  /** Closes the window; fails if there were faults. */
  async close(): Promise<void> {
    await this.context.close();
    this.assertNoFaults();
  }

  #watch(): void {
    this.context.on('console', (message) => {
      const { url, lineNumber } = message.location();
      if (/^(error|warning)$/.test(message.type()))
        this.faults.push(`console ${message.type()}: ${message.text()} (${url}:${lineNumber})`);
    });
    this.context.on('weberror', (thrown) => this.faults.push(`uncaught: ${String(thrown.error().stack)}`));
    this.context.on('request', (request) => {
      this.#open.add(request);
      const isPermitted = this.permitted({
        method: request.method(),
        url: request.url(),
        isNavigation: request.isNavigationRequest(),
      });
      if (!isPermitted) this.faults.push(`outside the contract: ${request.method()} ${request.url()}`);
    });
    this.context.on('requestfinished', (request) => this.#open.delete(request));
    this.context.on('requestfailed', (request) => {
      this.#open.delete(request);
      // A page that is left aborts what it was still loading.
      const isAborted = request.failure()?.errorText === 'net::ERR_ABORTED';
      if (isAsset(request) && !isAborted)
        this.faults.push(`failed: ${request.url()} ${request.failure()?.errorText ?? ''}`);
    });
    this.context.on('response', (response) => {
      if (isAsset(response.request()) && response.status() >= 400)
        this.faults.push(`failed: ${response.url()} ${response.status()}`);
    });
  }
}

function toCookies(header: string, url: string) {
  return header.split('; ').map((pair) => {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const httpOnly = name.endsWith('svc_session');
    return { name, value: pair.slice(at + 1), url, httpOnly, sameSite: 'Lax' as const };
  });
}

const isAsset = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/assets/');
const isStream = (request: Request): boolean =>
  /\/api\/v1\/(stream\/|.*\/events$)/.test(new URL(request.url()).pathname);

/** The font and the page of the application are there, and no part of the page says that it is being loaded. */
const NOTHING_IS_BUSY = `document.readyState === 'complete' && document.fonts.status === 'loaded' &&
  (document.querySelector('#root') === null || document.querySelector('h1, [role="alert"]') !== null) &&
  document.querySelector('[aria-busy="true"]') === null`;

/** An answer is drawn in the first frame, and asks for more after it. */
const TWO_FRAMES = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** Elements that make the page wider than its window, outermost first. */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5);
  return wide.slice(0, 5).map(({ tagName, id, className }) => [tagName.toLowerCase(), id, String(className.baseVal ?? className)].join('.'))
    .concat(scrollWidth + ' px of ' + clientWidth);
})()`;
