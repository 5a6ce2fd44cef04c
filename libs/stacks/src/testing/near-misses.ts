import type { ErrorInput } from '../error-input.js';

type Input = Partial<ErrorInput>;

const node = (type: string, ...calls: readonly string[]): Input => ({
  platform: 'nodejs',
  stacktrace: `${type}: order 7 failed\n${calls.map((call) => `    at ${call}`).join('\n')}`,
});
const java = (...lines: readonly string[]): Input => ({ platform: 'java', stacktrace: lines.join('\n') });
const python = (source: string, file = 'till.py', name = 'pay'): Input => ({
  platform: 'python',
  stacktrace: `Traceback (most recent call last):\n  File "/srv/${file}", line 3, in ${name}\n    ${source}\nValueError: failed`,
});

/** Pairs of errors that look alike and are not the same. */
export const NEAR_MISSES: readonly (readonly [name: string, one: Input, other: Input])[] = [
  ['types', node('TypeError', 'pay (/srv/a.js:1:1)'), node('RangeError', 'pay (/srv/a.js:1:1)')],
  ['functions', node('E', 'pay (/srv/a.js:1:1)'), node('E', 'refund (/srv/a.js:1:1)')],
  ['files', node('E', 'pay (/srv/a.js:1:1)'), node('E', 'pay (/srv/b.js:1:1)')],
  [
    'folders of files that a framework names',
    node('E', 'GET (/srv/till/route.js:1:1)'),
    node('E', 'GET (/srv/cart/route.js:1:1)'),
  ],
  [
    'folders of files with a generic name',
    node('E', 'handler (/app/src/users/index.js:1:1)'),
    node('E', 'handler (/app/src/orders/index.js:1:1)'),
  ],
  ['folders of views', python('raise x', 'shop/views.py'), python('raise x', 'blog/views.py')],
  [
    'callers',
    node('E', 'pay (/srv/a.js:1:1)', 'web (/srv/b.js:1:1)'),
    node('E', 'pay (/srv/a.js:1:1)', 'job (/srv/b.js:1:1)'),
  ],
  [
    'orders of calls',
    node('E', 'a (/srv/a.js:1:1)', 'b (/srv/a.js:1:1)'),
    node('E', 'b (/srv/a.js:1:1)', 'a (/srv/a.js:1:1)'),
  ],
  ['classes of one file', node('E', 'Till.pay (/srv/a.js:1:1)'), node('E', 'Cart.pay (/srv/a.js:1:1)')],
  ['a constructor and a method', node('E', 'new Till (/srv/a.js:1:1)'), node('E', 'Till.pay (/srv/a.js:1:1)')],
  [
    'own code and a library',
    node('E', 'pay (/srv/a.js:1:1)'),
    node('E', 'pay (/srv/node_modules/a.js:1:1)', 'run (/srv/b.js:1:1)'),
  ],
  [
    'files whose names look like hashes but are words',
    node('E', 'x (/srv/facade.js:1:1)'),
    node('E', 'x (/srv/decade.js:1:1)'),
  ],
  [
    'causes',
    java('A: x', '\tat com.shop.A.b(A.java:1)', 'Caused by: B: y', '\tat com.shop.A.c(A.java:2)', '\t... 1 more'),
    java('A: x', '\tat com.shop.A.b(A.java:1)', 'Caused by: C: y', '\tat com.shop.A.c(A.java:2)', '\t... 1 more'),
  ],
  [
    'an error with and without a cause',
    java('A: x', '\tat com.shop.A.b(A.java:1)', 'Caused by: B: y', '\tat com.shop.A.b(A.java:1)'),
    java('A: x', '\tat com.shop.A.b(A.java:1)'),
  ],
  [
    'wrappers of one cause',
    java('A: x', '\tat com.shop.A.b(A.java:1)', 'Caused by: B: y', '\tat com.shop.Pool.run(P.java:2)'),
    java('A: x', '\tat com.shop.Z.b(A.java:1)', 'Caused by: B: y', '\tat com.shop.Pool.run(P.java:2)'),
  ],
  ['packages', java('A: x', '\tat com.shop.a.Till.pay(T.java:1)'), java('A: x', '\tat com.shop.b.Till.pay(T.java:1)')],
  [
    'types of packages',
    java('com.a.E: x', '\tat com.shop.A.b(A.java:1)'),
    java('com.b.E: x', '\tat com.shop.A.b(A.java:1)'),
  ],
  [
    'inner classes',
    java('A: x', '\tat com.shop.Till$Open.pay(T.java:1)'),
    java('A: x', '\tat com.shop.Till$Closed.pay(T.java:1)'),
  ],
  [
    'lambdas of methods',
    java('A: x', '\tat com.shop.T.lambda$pay$0(T.java:1)'),
    java('A: x', '\tat com.shop.T.lambda$refund$0(T.java:1)'),
  ],
  ['two lines of one function', python('raise ValueError("failed")'), python('return parse(text)')],
  ['modules', python('raise x', 'till.py'), python('raise x', 'cart.py')],
  ['messages without stacks', { type: 'E', message: 'order 7 is paid' }, { type: 'E', message: 'order 7 is open' }],
  ['messages of types', { type: 'TimeoutError', message: 'failed' }, { type: 'AbortError', message: 'failed' }],
  ['placeholders of kinds', { type: 'E', message: 'no 17' }, { type: 'E', message: 'no 10.0.0.1' }],
  ['services, without a type', { message: 'failed', serviceName: 'till' }, { message: 'failed', serviceName: 'cart' }],
  ['loggers, without a type', { message: 'failed', logger: 'till' }, { message: 'failed', logger: 'cart' }],
  ['fingerprints', { type: 'E', message: 'x', fingerprint: ['a'] }, { type: 'E', message: 'x', fingerprint: ['b'] }],
  [
    'errors under one fingerprint with the default',
    { type: 'E', message: 'x', fingerprint: ['a', '{{ default }}'] },
    { type: 'F', message: 'x', fingerprint: ['a', '{{ default }}'] },
  ],
];
