import type { SeededProject } from './project.js';

const SERVICE = 'payments-gateway';
const SEVERITIES = [
  ['trace', 1],
  ['debug', 5],
  ['info', 9],
  ['warn', 13],
  ['error', 17],
  ['fatal', 21],
] as const;
const USUAL = [
  'cache miss for key cart:7:items',
  'loaded 14 rules in 3.1 ms',
  'order 4711 received with 3 items, total 128.40 EUR',
  'retrying the card processor after a timeout of 150 ms (attempt 2 of 3)',
  'payment refused: the card processor did not respond',
  'cannot open the ledger, the process ends',
];

/** One more than the largest integer that a JavaScript number can hold exactly with its successor. */
export const BEYOND_EXACT = 2n ** 53n + 1n;
const MEGABYTE = 1024 * 1024;

/** Bodies that a page could show as something else than they are, by what they try. */
export const HOSTILE_BODIES: ReadonlyMap<string, string> = new Map([
  ['bidi', 'payment \u202Edesufer\u202C by \u2067bank\u2069'],
  ['zero-width', 'pay\u200Bment\u200D re\uFEFFfused\u2060'],
  ['ansi', '\u001B[31mpayment refused\u001B[0m \u001B[1;38;5;208mafter 3 attempts\u001B[0m'],
  ['controls', 'bell\u0007 null\u0001 backspace\b escape\u001B]0;title\u0007 c1\u0085'],
  ['html', '<img src=x onerror="globalThis.ran = 1"><script>globalThis.ran = 1</script><b>bold</b> &amp; &lt;'],
  ['link', '[click](javascript:globalThis.ran=1) javascript:globalThis.ran=1 data:text/html,<script>1</script>'],
  ['template', '${7*7} {{7*7}} <%= 7*7 %> #{7*7} %s %n'],
  [
    'tags',
    `flag \u{1F3F4}${[...'gbsct'].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('')}\u{E007F}`,
  ],
  ['combining', `Z${'\u0300\u0316\u0334'.repeat(40)}algo`],
  ['formula', '=HYPERLINK("https://evil.example","total")'],
  [
    'lines',
    Array.from({ length: 40 }, (_, nth) => `    at frame${nth} (/srv/shop/src/file-${nth}.js:${nth}:7)`).join('\n'),
  ],
  ['long word', 'x'.repeat(20_000)],
  ['rtl', 'تم رفض الدفع من قبل البنك'],
]);

/** Sends records of every level over a time, the hostile ones, one with a body of JSON, and one with a number beyond 2^53. */
export async function seedLogs(project: SeededProject, start: number): Promise<void> {
  const span = Date.now() - start;
  const usual = Array.from({ length: 240 }, (_, nth) => {
    const [level, number] = SEVERITIES[nth % 20 === 0 ? 5 : nth % 5] ?? SEVERITIES[2];
    return record(start + (span * nth) / 240, number, { stringValue: USUAL[nth % 20 === 0 ? 5 : nth % 5] ?? '' }, [
      attribute('order.id', { intValue: String(4_000 + nth) }),
      attribute('level.name', { stringValue: level }),
    ]);
  });
  const hostile = [...HOSTILE_BODIES].map(([kind, body], nth) =>
    record(Date.now() - 60_000 + nth * 100, 13, { stringValue: body }, [
      attribute('hostile.kind', { stringValue: kind }),
      attribute(`hostile.${kind}`, { stringValue: body.slice(0, 200) }),
    ]),
  );
  const exact = record(Date.now() - 50_000, 9, { stringValue: `balance of account ${BEYOND_EXACT}` }, [
    attribute('account.balance', { intValue: String(BEYOND_EXACT) }),
  ]);
  await project.send(
    'logs',
    [...usual, ...hostile, exact, bigRecord()].map((item) => ({
      service: SERVICE,
      resource: { env: 'production' },
      item,
    })),
  );
}

/** A record whose body is two megabytes of nested JSON. */
function bigRecord(): object {
  const row = (nth: number) => ({
    id: nth,
    sku: `article-${nth}`,
    tags: ['a', 'b'],
    price: { amount: nth / 100, currency: 'EUR' },
  });
  const rows: object[] = [];
  for (let bytes = 0; bytes < 2 * MEGABYTE; bytes += JSON.stringify(rows.at(-1)).length + 1)
    rows.push(row(rows.length));
  return record(Date.now() - 45_000, 9, { stringValue: JSON.stringify({ kind: 'catalog', rows }) }, [
    attribute('hostile.kind', { stringValue: 'big' }),
  ]);
}

function record(at: number, severityNumber: number, body: object, attributes: readonly object[]): object {
  return { timeUnixNano: `${Math.round(at)}000000`, severityNumber, body, attributes };
}

function attribute(key: string, value: object): object {
  return { key, value };
}
