/**
 * Frames of minified JavaScript that one thread makes readable a second, with a source map of about 5 MB in memory, one JSON line:
 * `node dist/cost/symbolicate.js [seconds]`. Stacks of 50 frames, with names and the lines around them. The rate is per CPU-second, the way
 * between the threads included.
 */
import { zstdCompressSync } from 'node:zlib';
import { buildSourceMap, LookupThreads } from '@svc/symbols/lookups';
import { transformSync } from 'esbuild';
import { printer } from '../figures/figure.js';

const FUNCTIONS = 8_500;
const FRAMES_PER_STACK = 50;
const WARM_UP_MS = 1_500;
const seconds = Number(process.argv[2] ?? 5);

const source = Array.from(
  { length: FUNCTIONS },
  (_, nth) => `export function handleOrder${nth}(order, customer) {
  const total = order.items.reduce((sum, item) => sum + item.price * ${nth}, 0);
  if (total > customer.limit) throw new Error('order ' + order.id + ' exceeds the limit of ' + customer.name);
  return { total, next: total > 10 ? handleOrder${(nth * 7) % FUNCTIONS}(order, customer) : null };
}
`,
).join('\n');
const { map, code } = transformSync(source, { minify: true, sourcemap: 'external', sourcefile: 'src/orders.js' });
const { file } = buildSourceMap(map);
const stored = zstdCompressSync(file);
const threads = new LookupThreads({ threads: 1, cacheBytes: 256 * 1024 * 1024 });
const { signal } = new AbortController();

let position = 1;
/** Symbolicates a stack whose frames are spread over the file. */
async function makeStackReadable(): Promise<void> {
  const queries = Array.from({ length: FRAMES_PER_STACK }, () => {
    position = (position * 48_271) % 2_147_483_647;
    return { line: 1, column: 1 + (position % (code.length - 1)) };
  });
  await threads.find('sourcemap', 'bench', queries, () => Promise.resolve(stored), signal);
}

for (const until = Date.now() + WARM_UP_MS; Date.now() < until;) await makeStackReadable();
const before = process.cpuUsage();
let stacks = 0;
for (const until = Date.now() + seconds * 1_000; Date.now() < until; stacks += 1) await makeStackReadable();
const { user, system } = process.cpuUsage(before);
const print = printer({ mapBytes: map.length, columnBytes: file.length, storedBytes: stored.length, seconds });
print({
  figure: 'frames made readable',
  framesPerCpuSecond: Math.round((stacks * FRAMES_PER_STACK) / ((user + system) / 1e6)),
  framesPerStack: FRAMES_PER_STACK,
});
await threads.close();
