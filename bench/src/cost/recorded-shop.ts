import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { startChromium } from '@svc/testing/chromium';

export type Browser = Awaited<ReturnType<typeof startChromium>>;
type BrowserPage = Awaited<ReturnType<Browser['newPage']>>;

const ASSETS = new URL('../../../apps/ingest/assets/recorder/', import.meta.url);

/** A site that serves a page of a shop and the recorder, and accepts every chunk. */
export interface Shop {
  readonly origin: string;
  /** The chunks that were received. */
  readonly received: () => number;
  stop(): void;
}

/** @param nodes of the page at `/`; `/offer` is a page of 50 nodes. */
export async function serveShop(nodes: number): Promise<Shop> {
  const read = (name: string): Buffer => readFileSync(new URL(name, ASSETS));
  const [loader, recording, page, offer] = [read('recorder.js'), read('record.js'), renderPage(nodes), renderPage(50)];
  let received = 0;
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    request.resume();
    if (request.method === 'POST') {
      received++;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    } else if (url.endsWith('.js')) {
      const script = url.endsWith('recorder.js') ? loader : recording;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(url.startsWith('/offer') ? offer : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Loads the recorder into a page of the shop and starts it. */
export async function addRecorder(page: BrowserPage, { origin }: Shop): Promise<void> {
  await page.addScriptTag({ url: `${origin}/replay/v1/recorder.js` });
  await page.evaluate(`svcRecorder.start({ key: 'k', host: '${origin}' })`);
}

/** A list of products, four nodes each with their text, with rules, and fields to type into. */
function renderPage(nodes: number): string {
  const products = Array.from(
    { length: Math.ceil(nodes / 5) },
    (_, nth) =>
      `<li class="product row-${nth % 7}"><h3>Product ${nth}</h3><a href="/p/${nth}">Show the details</a></li>`,
  );
  const rules = Array.from({ length: 500 }, (_, nth) => `.row-${nth} { margin: ${nth % 9}px; color: #${100 + nth} }`);
  const fields = Array.from({ length: 20 }, (_, nth) => `<input id="field-${nth}">`);
  return `<!doctype html><title>Shop</title><style>${rules.join('\n')}</style><ul>${products.join('')}</ul>${fields.join('')}
<script>
  window.change = async (ms) => {
    const headings = [...document.querySelectorAll('h3')];
    const inputs = [...document.querySelectorAll('input')];
    for (const end = performance.now() + ms; performance.now() < end; ) {
      for (let nth = 0; nth < 100; nth++) headings[Math.floor(Math.random() * headings.length)].textContent = 'Product ' + Math.random();
      for (const input of inputs) {
        input.value += 'x';
        input.dispatchEvent(new Event('input', { bubbles: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
</script>`;
}
