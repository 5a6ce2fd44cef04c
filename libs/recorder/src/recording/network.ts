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

  const originalFetch = window.fetch.bind(window);
  const { fetch: before } = window as { readonly fetch: unknown };
  const wrappedFetch: typeof fetch = (...args) => {
    const startTime = performance.now();
    const end = (status: number): void => {
      try {
        const { method, url } = readRequest(...args);
        put('fetch', method, url, status, startTime);
      } catch {
        // The page gets its own answer, whatever it has passed.
      }
    };
    return originalFetch(...args).then(
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
  const open: unknown = Reflect.get(prototype, 'open');
  const wrappedOpen = function (this: XMLHttpRequest, ...args: unknown[]): void {
    const startTime = performance.now();
    const [method, url] = args;
    this.addEventListener('loadend', () => put('xmlhttprequest', String(method), String(url), this.status, startTime), {
      once: true,
    });
    (open as (...given: unknown[]) => void).apply(this, args);
  };
  prototype.open = wrappedOpen;

  return () => {
    if (window.fetch === wrappedFetch) window.fetch = before as typeof fetch;
    if (Reflect.get(prototype, 'open') === wrappedOpen) Reflect.set(prototype, 'open', open);
  };
}

/** The method and the address of what a page passes to `fetch`. */
function readRequest(input: RequestInfo | URL, init?: RequestInit): { readonly method: string; readonly url: string } {
  if (input instanceof Request) return { method: init?.method ?? input.method, url: input.url };
  return { method: init?.method ?? 'GET', url: typeof input === 'string' ? input : input.href };
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
