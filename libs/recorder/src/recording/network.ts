import { NETWORK_PLUGIN } from '../contract.js';
import { createRate } from './rate.js';

type Report = (plugin: string, payload: object) => void;

/** Reports requests that fail: method, URL without query, status and duration in milliseconds. @returns ends it. */
export function watchNetwork(report: Report): () => void {
  const mayReport = createRate();
  const put = (initiatorType: string, method: string, url: string, status: number, startTime: number): void => {
    if ((status > 0 && status < 400) || !mayReport()) return;
    const duration = Math.round(performance.now() - startTime);
    report(NETWORK_PLUGIN, {
      requests: [{ initiatorType, method, url: withoutQuery(url), status, startTime, duration }],
    });
  };

  const fetch: typeof window.fetch = window.fetch;
  const wrappedFetch: typeof fetch = (...args) => {
    const startTime = performance.now();
    const [input, init] = args;
    const { method = 'GET', url = '' } = input instanceof Request ? input : { url: String(input) };
    const end = (status: number): void => put('fetch', init?.method ?? method, url, status, startTime);
    return fetch(...args).then(
      (response) => {
        end(response.status);
        return response;
      },
      (error: unknown) => {
        end(0);
        throw error;
      },
    );
  };
  window.fetch = wrappedFetch;

  const { prototype } = XMLHttpRequest;
  const open = Reflect.get(prototype, 'open') as (...given: unknown[]) => void;
  const wrappedOpen = function (this: XMLHttpRequest, ...args: unknown[]): void {
    const startTime = performance.now();
    const [method, url] = args;
    this.addEventListener('loadend', () => put('xmlhttprequest', String(method), String(url), this.status, startTime), {
      once: true,
    });
    open.apply(this, args);
  };
  prototype.open = wrappedOpen;

  return () => {
    if (window.fetch === wrappedFetch) window.fetch = fetch;
    if (prototype.open === wrappedOpen) prototype.open = open;
  };
}

/** An absolute URL without user, query and fragment. */
export function withoutQuery(url: string, base = document.baseURI): string {
  try {
    const { origin, protocol, pathname } = new URL(url, base);
    return origin === 'null' ? protocol : origin + pathname;
  } catch {
    return '';
  }
}
