import { SPAN_ID, TRACE_ID } from '../envelope.fixture.js';

export interface SdkEvent {
  readonly sdk: string;
  readonly event: object;
  /** The stack of the same error as the runtime prints it. */
  readonly text?: string;
  readonly expected: {
    readonly platform: string;
    readonly type: string;
    readonly message: string;
    readonly handled?: 'true' | 'false';
    readonly debugIds?: Readonly<Record<string, string>>;
    readonly severity?: number;
    readonly needsSymbols?: boolean;
    readonly stack: readonly string[];
    readonly resource?: Readonly<Record<string, string>>;
    readonly attributes?: Readonly<Record<string, string>>;
    readonly dropped?: Readonly<Record<string, number>>;
  };
}

const trace = { trace_id: TRACE_ID, span_id: SPAN_ID };
const DEBUG_ID = '395835f4-03e0-4436-80d3-136f0749a893';

const BROWSER: SdkEvent = {
  sdk: 'the SDK for browsers',
  event: {
    platform: 'javascript',
    level: 'error',
    sdk: { name: 'sentry.javascript.browser', version: '10.2.0' },
    release: 'shop-web@2.4.0',
    environment: 'production',
    dist: '17',
    transaction: '/cart',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: "Cannot read properties of undefined (reading 'total')",
          mechanism: { type: 'auto.browser.global_handlers.onerror', handled: false },
          stacktrace: {
            frames: [
              {
                filename: 'https://shop.example/assets/app.1a2b3c4d.js',
                function: '?',
                in_app: true,
                lineno: 1,
                colno: 210,
              },
              {
                filename: 'https://shop.example/assets/app.1a2b3c4d.js',
                function: 'e.pay',
                in_app: true,
                lineno: 1,
                colno: 2345,
              },
            ],
          },
        },
      ],
    },
    debug_meta: {
      images: [{ type: 'sourcemap', code_file: 'https://shop.example/assets/app.1a2b3c4d.js', debug_id: DEBUG_ID }],
    },
    request: {
      url: 'https://shop.example/cart?step=2',
      headers: { 'User-Agent': 'Mozilla/5.0', Referer: 'https://shop.example/' },
    },
    breadcrumbs: [{ timestamp: 1_768_469_399.5, category: 'ui.click', message: 'button#pay' }],
    contexts: { trace, browser: { name: 'Chrome', version: '143.0' }, culture: { timezone: 'Europe/Berlin' } },
    user: { id: 'u-7', email: 'ada@shop.example', ip_address: '{{auto}}' },
  },
  expected: {
    platform: 'javascript',
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'total')",
    handled: 'false',
    debugIds: { 'https://shop.example/assets/app.1a2b3c4d.js': DEBUG_ID },
    needsSymbols: true,
    stack: [
      'thrown TypeError',
      '  |e.pay|https://shop.example/assets/app.1a2b3c4d.js|1 own',
      '  ||https://shop.example/assets/app.1a2b3c4d.js|1 own',
    ],
    resource: {
      'service.name': 'shop-web',
      'service.version': 'shop-web@2.4.0',
      'deployment.environment.name': 'production',
      'telemetry.sdk.language': 'webjs',
      'telemetry.sdk.name': 'sentry.javascript.browser',
    },
    attributes: {
      'exception.mechanism': 'auto.browser.global_handlers.onerror',
      'exception.dist': '17',
      'sentry.transaction': '/cart',
      'sentry.breadcrumbs': '[{"timestamp":1768469399.5,"category":"ui.click","message":"button#pay"}]',
      'url.full': 'https://shop.example/cart?step=2',
      'user_agent.original': 'Mozilla/5.0',
      'user_agent.name': 'Chrome',
      'contexts.culture.timezone': 'Europe/Berlin',
      'user.id': 'u-7',
      'user.email': 'ada@shop.example',
    },
  },
};

const NODE: SdkEvent = {
  sdk: 'the SDK for Node',
  event: {
    platform: 'node',
    level: 'fatal',
    sdk: { name: 'sentry.javascript.node', version: '10.2.0' },
    release: 'shop@1.4.0',
    server_name: 'web-1',
    exception: {
      values: [
        {
          type: 'RangeError',
          value: 'no stock',
          mechanism: { type: 'chained', handled: false, source: 'cause', exception_id: 1, parent_id: 0 },
          stacktrace: {
            frames: [
              {
                filename: '/srv/shop/stock.js',
                module: 'stock',
                function: 'Stock.take',
                in_app: true,
                lineno: 7,
                colno: 11,
              },
            ],
          },
        },
        {
          type: 'Error',
          value: 'cannot pay',
          mechanism: { type: 'onuncaughtexception', handled: false, exception_id: 0 },
          stacktrace: {
            frames: [
              {
                filename: 'node:internal/main/run_main_module',
                module: 'run_main_module',
                function: '?',
                in_app: false,
                lineno: 28,
                colno: 49,
              },
              {
                filename: '/srv/shop/node_modules/express/lib/router.js',
                module: 'express.lib:router',
                function: 'next',
                in_app: false,
                lineno: 3,
                colno: 1,
              },
              { filename: '/srv/shop/pay.js', module: 'pay', function: 'pay', in_app: true, lineno: 12, colno: 9 },
            ],
          },
        },
      ],
    },
    modules: { express: '5.1.0' },
    contexts: {
      trace,
      os: { name: 'Linux', version: '6.1' },
      runtime: { name: 'node', version: 'v24.3.0' },
      otel: { resource: { 'service.name': 'node', 'service.namespace': 'sentry', 'service.version': '10.2.0' } },
    },
  },
  text: [
    'Error: cannot pay',
    '    at pay (/srv/shop/pay.js:12:9)',
    '    at next (/srv/shop/node_modules/express/lib/router.js:3:1)',
    '    at node:internal/main/run_main_module:28:49 {',
    '  [cause]: RangeError: no stock',
    '      at Stock.take (/srv/shop/stock.js:7:11)',
    '}',
  ].join('\n'),
  expected: {
    platform: 'node',
    type: 'Error',
    message: 'cannot pay',
    handled: 'false',
    severity: 21,
    stack: [
      'thrown Error',
      '  |pay|/srv/shop/pay.js|12 own',
      '  |next|/srv/shop/node_modules/express/lib/router.js|3',
      '  ||node:internal/main/run_main_module|28',
      'cause RangeError',
      '  |Stock.take|/srv/shop/stock.js|7 own',
    ],
    resource: {
      'service.name': 'shop',
      'host.name': 'web-1',
      'os.name': 'Linux',
      'process.runtime.version': 'v24.3.0',
      'telemetry.sdk.language': 'nodejs',
    },
    dropped: { module_list: 1 },
  },
};

const PYTHON: SdkEvent = {
  sdk: 'the SDK for Python',
  event: {
    platform: 'python',
    level: 'error',
    logger: 'shop.pay',
    sdk: { name: 'sentry.python.django', version: '2.35.0' },
    release: '4f2a9c1',
    environment: 'staging',
    logentry: { message: 'payment of %s failed', formatted: 'payment of A-1 failed', params: ['A-1'] },
    exception: {
      values: [
        {
          type: 'KeyError',
          value: "'total'",
          module: null,
          mechanism: { type: 'chained', handled: true, exception_id: 1, parent_id: 0, source: '__cause__' },
          stacktrace: {
            frames: [
              {
                filename: 'shop/cart.py',
                abs_path: '/app/shop/cart.py',
                module: 'shop.cart',
                function: 'total',
                lineno: 8,
                context_line: '    return self.lines["total"]',
                pre_context: ['', '  def total(self):'],
                post_context: [],
                vars: { self: '<Cart>', card: "'4111…'" },
                in_app: true,
              },
            ],
          },
        },
        {
          type: 'PaymentError',
          value: 'cannot pay',
          module: 'shop.errors',
          mechanism: { type: 'logging', handled: true, exception_id: 0 },
          stacktrace: {
            frames: [
              {
                filename: 'django/core/handlers/base.py',
                abs_path: '/venv/lib/python3.13/site-packages/django/core/handlers/base.py',
                module: 'django.core.handlers.base',
                function: '_get_response',
                lineno: 197,
                context_line: '    response = wrapped_callback(request)',
                in_app: false,
              },
              {
                filename: 'shop/pay.py',
                abs_path: '/app/shop/pay.py',
                module: 'shop.pay',
                function: 'charge',
                lineno: 12,
                context_line: '    raise PaymentError("cannot pay") from error',
                in_app: true,
              },
            ],
          },
        },
      ],
    },
    contexts: { trace, runtime: { name: 'CPython', version: '3.13.1' } },
    extra: { attempt: 3, 'sys.argv': ['manage.py', 'runserver'] },
  },
  text: [
    'Traceback (most recent call last):',
    '  File "/app/shop/cart.py", line 8, in total',
    '    return self.lines["total"]',
    "KeyError: 'total'",
    '',
    'The above exception was the direct cause of the following exception:',
    '',
    'Traceback (most recent call last):',
    '  File "/venv/lib/python3.13/site-packages/django/core/handlers/base.py", line 197, in _get_response',
    '    response = wrapped_callback(request)',
    '  File "/app/shop/pay.py", line 12, in charge',
    '    raise PaymentError("cannot pay") from error',
    'shop.errors.PaymentError: cannot pay',
  ].join('\n'),
  expected: {
    platform: 'python',
    type: 'shop.errors.PaymentError',
    message: 'cannot pay',
    handled: 'true',
    stack: [
      'thrown shop.errors.PaymentError',
      '  |charge|/app/shop/pay.py|12 own',
      '  |_get_response|/venv/lib/python3.13/site-packages/django/core/handlers/base.py|197',
      'cause KeyError',
      '  |total|/app/shop/cart.py|8 own',
    ],
    resource: { 'telemetry.sdk.language': 'python', 'service.version': '4f2a9c1' },
    attributes: { 'extra.attempt': '3', 'extra.sys.argv': '["manage.py","runserver"]' },
    dropped: { frame_variables: 1 },
  },
};

const GO: SdkEvent = {
  sdk: 'the SDK for Go',
  event: {
    platform: 'go',
    level: 'error',
    sdk: { name: 'sentry.go', version: '0.35.0' },
    release: 'shop@1.0.0',
    server_name: 'pod-1',
    exception: [
      {
        type: 'runtime.boundsError',
        value: 'index out of range [3] with length 2',
        stacktrace: {
          frames: [
            { function: 'main', module: 'main', abs_path: '/src/shop/main.go', lineno: 21, in_app: true },
            {
              function: 'ServeHTTP',
              module: 'github.com/go-chi/chi/v5.(*Mux)',
              abs_path: '/go/pkg/mod/github.com/go-chi/chi/v5@v5.2.3/mux.go',
              lineno: 90,
              in_app: true,
            },
            {
              function: '(*Cart).Load',
              module: 'example.com/shop/cart',
              abs_path: '/src/shop/cart/cart.go',
              lineno: 40,
              in_app: true,
            },
          ],
        },
      },
    ],
    contexts: { trace, runtime: { name: 'go', version: 'go1.25.0' }, device: { arch: 'amd64', num_cpu: 4 } },
  },
  expected: {
    platform: 'go',
    type: 'runtime.boundsError',
    message: 'index out of range [3] with length 2',
    stack: [
      'thrown runtime.boundsError',
      '  example.com/shop/cart|(*Cart).Load|/src/shop/cart/cart.go|40 own',
      '  github.com/go-chi/chi/v5|(*Mux).ServeHTTP|/go/pkg/mod/github.com/go-chi/chi/v5@v5.2.3/mux.go|90',
      '  main|main|/src/shop/main.go|21 own',
    ],
    resource: { 'host.name': 'pod-1', 'host.arch': 'amd64', 'telemetry.sdk.language': 'go' },
    attributes: { 'contexts.device.num_cpu': '4' },
  },
};

const JAVA: SdkEvent = {
  sdk: 'the SDK for Java',
  event: {
    platform: 'java',
    level: 'error',
    logger: 'com.shop.Pay',
    sdk: { name: 'sentry.java.spring-boot.jakarta', version: '8.20.0' },
    message: { message: 'cannot pay {}', formatted: 'cannot pay A-1' },
    exception: {
      values: [
        {
          type: 'SQLException',
          module: 'java.sql',
          value: 'connection closed',
          thread_id: 31,
          mechanism: { type: 'chained', exception_id: 2, parent_id: 0 },
          stacktrace: {
            frames: [{ module: 'com.shop.Store', function: 'load', filename: 'Store.java', lineno: 90, in_app: true }],
          },
        },
        {
          type: 'IllegalArgumentException',
          module: 'java.lang',
          value: 'close failed',
          mechanism: { type: 'suppressed', exception_id: 1, parent_id: 0 },
          stacktrace: {
            frames: [{ module: 'com.shop.Pool', function: 'close', filename: 'Pool.java', lineno: 5, in_app: true }],
          },
        },
        {
          type: 'IllegalStateException',
          module: 'java.lang',
          value: 'cannot pay',
          mechanism: { type: 'logback', handled: true, exception_id: 0 },
          stacktrace: {
            frames: [
              { module: 'java.lang.Thread', function: 'run', filename: 'Thread.java', lineno: 1583 },
              { module: 'com.shop.Pay$Card', function: 'charge', filename: 'Pay.java', lineno: 12, in_app: true },
            ],
          },
        },
      ],
    },
    threads: {
      values: [
        { id: 31, name: 'main', current: true, crashed: false },
        { id: 32, stacktrace: { frames: [{ function: 'run' }] } },
      ],
    },
    contexts: { trace },
  },
  text: [
    'java.lang.IllegalStateException: cannot pay',
    '\tat com.shop.Pay$Card.charge(Pay.java:12)',
    '\tat java.lang.Thread.run(Thread.java:1583)',
    'Caused by: java.sql.SQLException: connection closed',
    '\tat com.shop.Store.load(Store.java:90)',
  ].join('\n'),
  expected: {
    platform: 'java',
    type: 'java.lang.IllegalStateException',
    message: 'cannot pay',
    handled: 'true',
    stack: [
      'thrown java.lang.IllegalStateException',
      '  com.shop.Pay$Card|charge|Pay.java|12 own',
      '  java.lang.Thread|run|Thread.java|1583',
      'suppressed java.lang.IllegalArgumentException',
      '  com.shop.Pool|close|Pool.java|5 own',
      'cause java.sql.SQLException',
      '  com.shop.Store|load|Store.java|90 own',
    ],
    dropped: { thread: 1 },
  },
};

const ANDROID: SdkEvent = {
  sdk: 'the SDK for Android',
  event: {
    platform: 'java',
    level: 'fatal',
    sdk: { name: 'sentry.java.android', version: '8.20.0' },
    release: 'com.shop@3.1.0+42',
    dist: '42',
    exception: {
      values: [
        {
          type: 'NullPointerException',
          module: 'java.lang',
          value: 'x',
          mechanism: { type: 'UncaughtExceptionHandler', handled: false },
          stacktrace: { frames: [{ module: 'a.b', function: 'c', filename: 'SourceFile', lineno: 3, in_app: true }] },
        },
      ],
    },
    debug_meta: { images: [{ type: 'proguard', uuid: DEBUG_ID }] },
    contexts: { trace, os: { name: 'Android', version: '15' }, device: { model: 'SM-G998B', manufacturer: 'samsung' } },
  },
  expected: {
    platform: 'android',
    type: 'java.lang.NullPointerException',
    message: 'x',
    handled: 'false',
    severity: 21,
    needsSymbols: true,
    stack: ['thrown java.lang.NullPointerException', '  a.b|c|SourceFile|3 own'],
    resource: { 'service.name': 'com.shop', 'device.model.identifier': 'SM-G998B', 'os.version': '15' },
    debugIds: { 'mapping.txt': DEBUG_ID },
  },
};

const PHP: SdkEvent = {
  sdk: 'the SDK for PHP',
  event: {
    platform: 'php',
    level: 'error',
    sdk: { name: 'sentry.php.laravel', version: '4.15.0' },
    server_name: 'php-1',
    exception: {
      values: [
        {
          type: 'Shop\\PaymentError',
          value: 'cannot pay',
          mechanism: { type: 'generic', handled: true, data: { code: 0 } },
          stacktrace: {
            frames: [
              {
                filename: '/public/index.php',
                abs_path: '/app/public/index.php',
                lineno: 5,
                in_app: true,
                function: null,
              },
              {
                filename: '/vendor/laravel/Kernel.php',
                abs_path: '/app/vendor/laravel/Kernel.php',
                lineno: 99,
                in_app: false,
                function: 'Laravel\\Kernel::handle',
              },
              { filename: '[internal]', lineno: 0, in_app: false, function: 'array_map' },
              {
                filename: '/src/Pay.php',
                abs_path: '/app/src/Pay.php',
                lineno: 12,
                in_app: true,
                function: 'Shop\\Pay::charge',
              },
            ],
          },
        },
      ],
    },
    request: {
      method: 'POST',
      url: 'http://shop.example/pay',
      query_string: 'a=1',
      cookies: { s: '1' },
      data: { card: '4' },
      headers: { authorization: ['x'], accept: ['*/*'] },
    },
    contexts: { trace, runtime: { name: 'php', version: '8.4.1' } },
  },
  text: [
    'Shop\\PaymentError: cannot pay in /app/src/Pay.php:12',
    'Stack trace:',
    '#0 [internal function]: Shop\\Pay->charge()',
    '#1 /app/vendor/laravel/Kernel.php(99): array_map()',
    '#2 /app/public/index.php(5): Laravel\\Kernel->handle()',
    '#3 {main}',
  ].join('\n'),
  expected: {
    platform: 'php',
    type: 'Shop\\PaymentError',
    message: 'cannot pay',
    handled: 'true',
    stack: [
      'thrown Shop\\PaymentError',
      '  Shop\\Pay|charge|/app/src/Pay.php|12 own',
      '  |array_map||',
      '  Laravel\\Kernel|handle|/app/vendor/laravel/Kernel.php|99',
      '  |{main}|/app/public/index.php|5',
    ],
    resource: { 'telemetry.sdk.language': 'php', 'host.name': 'php-1' },
    attributes: {
      'http.request.method': 'POST',
      'url.query': 'a=1',
      'http.request.header.accept': '["*/*"]',
    },
    dropped: { request_cookies: 1, request_body: 1, request_credential: 1 },
  },
};

const COCOA: SdkEvent = {
  sdk: 'the SDK for iOS',
  event: {
    platform: 'cocoa',
    level: 'fatal',
    sdk: { name: 'sentry.cocoa', version: '8.54.0' },
    release: 'com.shop@3.1.0+42',
    exception: {
      values: [
        {
          type: 'EXC_BAD_ACCESS',
          value: 'Attempted to dereference null pointer',
          thread_id: 0,
          mechanism: { type: 'mach', handled: false },
        },
      ],
    },
    threads: {
      values: [
        {
          id: 0,
          crashed: true,
          stacktrace: {
            frames: [
              {
                package: '/private/var/Shop.app/Shop',
                function: '<redacted>',
                instruction_addr: '0x1026e4b3c',
                in_app: true,
              },
            ],
          },
        },
      ],
    },
    debug_meta: {
      images: [
        {
          type: 'macho',
          debug_id: '84A04D24-0E60-3810-A8C0-90A65E2DF61A',
          image_addr: '0x1026e0000',
          image_size: 65_536,
          code_file: '/private/var/Shop.app/Shop',
        },
      ],
    },
    contexts: { trace, os: { name: 'iOS', version: '18.1' } },
  },
  expected: {
    platform: 'apple',
    type: 'EXC_BAD_ACCESS',
    message: 'Attempted to dereference null pointer',
    handled: 'false',
    severity: 21,
    needsSymbols: true,
    stack: ['thrown EXC_BAD_ACCESS', '  Shop||| own'],
  },
};

const GO_PRINTED: SdkEvent = {
  ...GO,
  sdk: 'the SDK for Go after a panic',
  event: {
    ...GO.event,
    exception: [{ ...(GO.event as { exception: readonly object[] }).exception[0], type: 'panic' }],
  },
  text: [
    'panic: index out of range [3] with length 2',
    '',
    'goroutine 1 [running]:',
    'example.com/shop/cart.(*Cart).Load(0xc000012345)',
    '\t/src/shop/cart/cart.go:40 +0x1d',
    'github.com/go-chi/chi/v5.(*Mux).ServeHTTP(0xc000012345)',
    '\t/go/pkg/mod/github.com/go-chi/chi/v5@v5.2.3/mux.go:90 +0x1d',
    'main.main()',
    '\t/src/shop/main.go:21 +0x25',
  ].join('\n'),
  expected: { ...GO.expected, type: 'panic', stack: ['thrown panic', ...GO.expected.stack.slice(1)] },
};

/** Events as the SDKs send them, by the published protocol, and the errors that they are. */
export const SDK_EVENTS: readonly SdkEvent[] = [BROWSER, NODE, PYTHON, GO, GO_PRINTED, JAVA, ANDROID, PHP, COCOA];
