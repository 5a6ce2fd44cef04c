import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';

/** The page of a shop: its first button fails in a function of another file, its second one in a promise. */
const SOURCES = {
  'cart.ts': `export interface Item { readonly price?: { readonly amount: number } }

export function readAmount(item: Item): number {
  return item.price!.amount;
}

export function sumOfCart(items: readonly Item[]): number {
  return items.map((item) => readAmount(item)).reduce((sum, amount) => sum + amount, 0);
}
`,
  'report.ts': `declare const SETTINGS: { readonly url: string; readonly key: string; readonly release: string };

export function reportError(error: Error, mechanism: string): void {
  const { name: type, message, stack } = error;
  const properties = { type, message, stack, mechanism, handled: false, release: SETTINGS.release, $service: 'shop-page' };
  const events = [{ event: '$exception', distinct_id: 'visitor-1', properties }];
  void fetch(SETTINGS.url, {
    method: 'POST',
    headers: { 'x-svc-api-key': SETTINGS.key, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
}
`,
  'main.ts': `import { sumOfCart } from './cart.js';
import { reportError } from './report.js';

addEventListener('error', ({ error }) => reportError(error as Error, 'onerror'));
addEventListener('unhandledrejection', ({ reason }) => reportError(reason as Error, 'onunhandledrejection'));

function checkOut(): void {
  document.title = String(sumOfCart([{ price: { amount: 3 } }, {}]));
}

async function subscribe(address: string): Promise<void> {
  await Promise.resolve();
  throw new RangeError('no mail to ' + address);
}

document.querySelector('#pay')!.addEventListener('click', () => checkOut());
document.querySelector('#subscribe')!.addEventListener('click', () => subscribe('order ' + Math.floor(Math.random() * 1e6)));
`,
};

export interface ShopPage {
  readonly origin: string;
  /** Source map of the minified script. */
  readonly map: string;
  stop(): Promise<void>;
}

/** @param settings where the page sends its errors; asked for once its origin is known. */
export async function serveShopPage(
  settings: (origin: string) => Promise<{ readonly url: string; readonly key: string; readonly release: string }>,
): Promise<ShopPage> {
  const directory = await mkdtemp(path.join(tmpdir(), 'svc-shop-'));
  for (const [name, text] of Object.entries(SOURCES)) await writeFile(path.join(directory, name), text);
  const outfile = path.join(directory, 'app.3f2a9c81.js');
  const options = { bundle: true, minify: true, format: 'iife', sourcemap: 'external', sourcesContent: true } as const;
  await build({ ...options, entryPoints: [path.join(directory, 'main.ts')], outfile });
  const [script, map] = await Promise.all([readFile(outfile, 'utf8'), readFile(`${outfile}.map`, 'utf8')]);
  let page = '';
  const server = createServer((request, response) => {
    const isScript = request.url?.startsWith('/assets/') === true;
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      .end(isScript ? script : page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  page = `<!doctype html><button id="pay">Pay</button><button id="subscribe">Subscribe</button>
<script>const SETTINGS = ${JSON.stringify(await settings(origin))};</script><script src="/assets/app.3f2a9c81.js"></script>`;
  return {
    origin,
    map,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true });
    },
  };
}
