import fc from 'fast-check';
import type { ErrorInput } from '../error-input.js';

const int = fc.integer({ min: 1, max: 1e9 });
const line = fc.integer({ min: 1, max: 9999 });
const digits = (count: number) =>
  fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: count, maxLength: count }).map((all) => all.join(''));
/** A hash that contains a digit, as almost every hash does: a word such as `facade` does not count as one. */
const hash = (count: number) => digits(count).map((text) => `${text.slice(1)}7`);
const uuid = fc.uuid();
const drawn = (characters: string, length: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: length, maxLength: length }).map((all) => all.join(''));
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LETTERS = UPPER + UPPER.toLowerCase();
/** Hashes and identifiers that contain a digit among letters of both cases, as almost all do. */
const base64url = drawn(`${LETTERS}0123456789-_`, 6).map((text) => `D7${text}`);
const base62 = drawn(`${LETTERS}0123456789`, 11).map((text) => `8Z${text}`);
const ulid = drawn('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 16).map((text) => `01ARZ3NDEK${text}`);
const date = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((moment) => moment.toISOString());
const folder = fc.constantFrom(
  '/srv/shop',
  '/app',
  '/var/www/releases/20260101',
  '/home/deploy/shop/current',
  'C:\\shop',
);

/** Texts that a message may mention without becoming another error. */
const mention = fc.oneof(
  int.map((value) => `order ${value}`),
  uuid.map((value) => `order ${value}`),
  date.map((value) => `order ${value}`),
  hash(40).map((value) => `order ${value}`),
);

type Input = Partial<ErrorInput>;

/** Variations of each kind of error between throws and between deployments. */
export const VARIED: Readonly<Record<string, fc.Arbitrary<Input>>> = {
  node: fc.tuple(mention, folder, line, line).map(([what, root, a, b]) => ({
    platform: 'nodejs',
    stacktrace: `TypeError: ${what} has no total\n    at pay (${root}/src/pay.js:${a}:${b})\n    at Shop.run (file://${root}/src/shop.js:${b}:${a})\n    at process.processTicksAndRejections (node:internal/process/task_queues:${a}:${b})`,
  })),
  'a bundle': fc
    .tuple(mention, hash(8), fc.constantFrom('https://shop.example', 'https://cdn.example/v2'), line)
    .map(([what, build, origin, column]) => ({
      platform: 'webjs',
      stacktrace: `TypeError: ${what}\n    at load (${origin}/assets/app.${build}.js:1:${column})\n    at ${origin}/assets/vendor-${build}.js?v=${column}:1:${column}`,
    })),
  python: fc.tuple(mention, folder, line, fc.integer({ min: 1, max: 30 })).map(([what, root, at, depth]) => ({
    platform: 'python',
    stacktrace: [
      'Traceback (most recent call last):',
      `  File "${root}/main.py", line ${at}, in main\n    walk(tree)`,
      ...Array.from({ length: depth }, (_, i) => `  File "${root}/tree.py", line ${at + i}, in walk\n    walk(child)`),
      `  File "${root}/tree.py", line ${at + 3}, in walk\n    raise ValueError(f"{what} failed")`,
      `ValueError: ${what} failed`,
    ].join('\n'),
  })),
  java: fc.tuple(mention, int, hash(8), line).map(([what, number, address, at]) => ({
    platform: 'java',
    stacktrace: [
      `com.shop.OrderException: ${what} failed`,
      `\tat com.shop.Till.lambda$pay$${number}(Till.java:${at})`,
      `\tat com.shop.Till$$Lambda$${number}/0x${address}.run(Unknown Source)`,
      `\tat com.shop.Till$$EnhancerBySpringCGLIB$$${address}.pay(<generated>)`,
      `\tat com.sun.proxy.$Proxy${number}.pay(Unknown Source)`,
      `\tat com.shop.Main$${at}.run(Main.java:${at})`,
      `\tat java.base/jdk.internal.reflect.GeneratedMethodAccessor${number}.invoke(Unknown Source)`,
      `Caused by: java.sql.SQLException: connection ${number} is closed`,
      `\tat com.shop.Db.query(Db.java:${at})`,
      '\t... 6 more',
    ].join('\n'),
  })),
  go: fc.tuple(mention, int, hash(8), folder, line).map(([what, number, address, root, at]) => ({
    platform: 'go',
    stacktrace: [
      `panic: ${what}`,
      '',
      `goroutine ${number} [running]:`,
      `main.(*Till).Pay(0x${address}, {0x${address}, 0x${at}})`,
      `\t${root}/till.go:${at} +0x${address}`,
      `main.main.func${at}()`,
      `\t${root}/main.go:${at} +0x1d`,
      `created by main.main in goroutine ${number}`,
      `\t${root}/main.go:${at} +0x25`,
    ].join('\n'),
  })),
  csharp: fc.tuple(mention, fc.integer({ min: 0, max: 99 }), line).map(([what, number, at]) => ({
    platform: 'dotnet',
    stacktrace: `Shop.OrderException: ${what}\n   at Shop.Till.<PayAsync>d__${number}.MoveNext() in /src/Till.cs:line ${at}\n   at Shop.Program.<>c__DisplayClass${number}_0.<Main>b__${number}() in /src/Program.cs:line ${at}`,
  })),
  ruby: fc.tuple(mention, int, line, folder).map(([what, number, at, root]) => ({
    platform: 'ruby',
    stacktrace: `${root}/till.rb:${at}:in \`block (2 levels) in pay': ${what} (ArgumentError)\n\tfrom ${root}/app/views/till.html.erb:${at}:in \`_app_views_till_html_erb___${number}_${at}'`,
  })),
  php: fc.tuple(mention, line, fc.constantFrom('/srv/shop', '/var/www/releases/7')).map(([what, at, root]) => ({
    platform: 'php',
    stacktrace: `Exception: ${what} in ${root}/till.php:${at}\nStack trace:\n#0 ${root}/shop.php(${at}): Till->{closure:${root}/till.php:${at}}()\n#1 {main}`,
  })),
  rust: fc.tuple(mention, hash(16), line).map(([what, address, at]) => ({
    platform: 'rust',
    stacktrace: `thread 'main' panicked at src/till.rs:${at}:5:\n${what}\nstack backtrace:\n   0: shop::till::pay::h${address}\n             at ./src/till.rs:${at}:5\n   1: shop::main::{{closure}}::h${address}`,
  })),
  'a bundle of Vite': fc.tuple(mention, base64url, line).map(([what, build, column]) => ({
    platform: 'webjs',
    stacktrace: `TypeError: ${what}\n    at load (https://shop.example/assets/index-${build}.js:1:${column})`,
  })),
  'a message with drawn identifiers': fc
    .tuple(ulid, base62, fc.integer({ min: 1, max: 999 }), fc.constantFrom('KB', 'MB', ' GiB', ' bytes'))
    .map(([cart, session, size, unit]) => ({
      type: 'StateError',
      message: `cart ${cart} of sess_${session} has ${size}${unit} in C:\\carts\\${session}\\${size}.json`,
    })),
  'a message without a stack': fc
    .tuple(int, uuid, date, hash(40), fc.ipV4(), fc.boolean())
    .map(([number, id, moment, sha, ip, is]) => ({
      type: 'TimeoutError',
      message: `order ${number} (${id}) of "ada ${number}" at ${moment} from ${ip}: commit ${sha}, waited ${number}ms, retried=${is}`,
    })),
  'a message without a type': fc
    .tuple(int, fc.webUrl({ validSchemes: ['https'] }), fc.double({ min: 1, max: 100, noNaN: true }))
    .map(([number, url, share]) => ({
      message: `GET ${url} failed ${number} times, ${share.toFixed(2)} of all, user ada${number}@shop.example`,
    })),
};
