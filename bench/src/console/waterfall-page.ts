import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { largeTrace } from './large-trace.js';

const CONSOLE = new URL('../../../apps/console/', import.meta.url);
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Renders the component, notes when it was painted, and lets the measurement scroll, zoom and pan it. */
const ENTRY = `
import { Profiler, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { Waterfall } from './src/traces/waterfall/waterfall.js';
window.commits = 0;
function Page({ answer }) {
  const [open, setOpen] = useState();
  return (
    <Profiler id="waterfall" onRender={() => window.commits++}>
      <Waterfall {...answer} openSpanId={open} onOpen={setOpen} />
    </Profiler>
  );
}
window.openTrace = async (count) => {
  const answer = await (await fetch('/trace?' + count)).json();
  const before = performance.now();
  flushSync(() => createRoot(document.querySelector('#root')).render(<Page answer={answer} />));
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - before;
};
window.drive = async (action, ms) => {
  const [grid, bars] = ['[role=treegrid]', 'canvas:not(:first-child)'].map((each) => document.querySelector(each));
  const scroller = grid.parentElement.parentElement.parentElement.parentElement;
  const box = bars.getBoundingClientRect();
  const turn = (deltaY) =>
    bars.dispatchEvent(
      new WheelEvent('wheel', { deltaY, ctrlKey: true, clientX: box.left + box.width / 3, cancelable: true, bubbles: true }),
    );
  const press = (key) => grid.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const actions = {
    scroll: (frame) => (scroller.scrollTop += frame % 200 < 100 ? 100 : -100),
    jump: (frame) => (scroller.scrollTop += frame % 200 < 100 ? 1500 : -1500),
    zoom: (frame) => turn(frame % 120 < 60 ? -60 : 60),
    pan: (frame) => (frame === 0 ? turn(-600) : press(frame % 20 < 10 ? 'd' : 'a')),
  };
  const [commits, begin] = [window.commits, performance.now()];
  let [worst, frame, last] = [0, 0, undefined];
  while (performance.now() - begin < ms) {
    const now = await new Promise(requestAnimationFrame);
    if (last !== undefined) worst = Math.max(worst, now - last);
    last = now;
    actions[action](frame++);
  }
  return { worstFrameMs: Math.round(worst), frames: frame, commits: window.commits - commits };
};
`;

/** A site under the policy of the console that has the component and traces of any size at `/trace?count`. */
export async function serveWaterfall(): Promise<{ readonly origin: string; stop(): void }> {
  const modules = (await import(new URL('scripts/css-modules.mjs', CONSOLE).href)) as {
    readonly cssModules: (root: string) => { readonly plugin: Plugin; readonly styles: () => string[] };
  };
  const { plugin, styles } = modules.cssModules(fileURLToPath(new URL('src', CONSOLE)));
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, loader: 'tsx', resolveDir: fileURLToPath(CONSOLE) },
    absWorkingDir: fileURLToPath(CONSOLE),
    write: false,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    minify: true,
    // Only this build of React counts commits.
    alias: { 'react-dom/client': 'react-dom/profiling' },
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [plugin],
  });
  const global = ['tokens', 'base'].map((name) => readFileSync(new URL(`src/styles/${name}.css`, CONSOLE), 'utf8'));
  const own = 'body { padding: 12px; }';
  const style = ['@layer base, components;', ...global, '@layer components {', ...styles(), own, '}'].join('\n');
  const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Waterfall</title>
<link rel="stylesheet" href="/style.css"><div id="root"></div><script type="module" src="/main.js"></script>`;
  const files = new Map([
    ['/', { type: 'text/html', body: page }],
    ['/style.css', { type: 'text/css', body: style }],
    ['/main.js', { type: 'text/javascript', body: outputFiles[0]?.text ?? '' }],
  ]);
  const server = createServer(({ url = '/' }, response) => {
    const trace = /^\/trace\?(\d+)$/.exec(url)?.[1];
    const body = trace === undefined ? undefined : JSON.stringify(largeTrace(Number(trace)));
    const file = body === undefined ? files.get(url) : { type: 'application/json', body };
    const headers = { 'content-type': `${file?.type}; charset=utf-8`, 'content-security-policy': POLICY };
    response.writeHead(file === undefined ? 404 : 200, headers).end(file?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
