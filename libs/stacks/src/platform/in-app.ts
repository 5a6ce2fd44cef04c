import type { BareFrame, Platform } from '../stack.js';

interface Rules {
  /** Beginnings of modules of the runtime and of libraries that are part of it. */
  readonly modules?: readonly string[];
  /** Parts of paths of installed code. */
  readonly paths?: readonly string[];
  /** Beginnings of paths. */
  readonly roots?: readonly string[];
  readonly functions?: readonly string[];
}

const JAVASCRIPT: Rules = {
  paths: [
    '/node_modules/',
    '\\node_modules\\',
    '/(webpack)/',
    '/webpack/bootstrap',
    '/webpack/runtime/',
    '/.pnpm/',
    '/.yarn/',
  ],
  roots: [
    'node:',
    'internal/',
    'native ',
    'webpack/',
    'chrome-extension://',
    'moz-extension://',
    'safari-extension://',
    'safari-web-extension://',
    'ext:',
    'deno:',
  ],
};

const JAVA: Rules = {
  roots: ['<generated>'],
  modules: [
    'java.',
    '$Proxy',
    'jdk.proxy',
    'javax.',
    'jdk.',
    'sun.',
    'com.sun.',
    'oracle.',
    'jakarta.',
    'kotlin.',
    'kotlinx.',
    'scala.',
    'groovy.',
    'clojure.',
    'android.',
    'androidx.',
    'com.android.',
    'dalvik.',
    'libcore.',
    'com.google.android.',
    'com.google.firebase.',
    'org.springframework.',
    'org.apache.',
    'org.eclipse.jetty.',
    'org.hibernate.',
    'org.jboss.',
    'org.codehaus.',
    'org.junit.',
    'io.netty.',
    'io.opentelemetry.',
    'io.grpc.',
    'io.vertx.',
    'io.micronaut.',
    'io.quarkus.',
    'io.reactivex.',
    'io.undertow.',
    'reactor.',
    'com.fasterxml.',
    'com.google.common.',
    'com.google.inject.',
    'com.zaxxer.',
    'okhttp3.',
    'okio.',
    'retrofit2.',
    'org.postgresql.',
    'com.mysql.',
    'org.slf4j.',
    'ch.qos.logback.',
    'net.bytebuddy.',
    'org.gradle.',
  ],
};

const RULES: Readonly<Record<Platform, Rules>> = {
  javascript: JAVASCRIPT,
  node: JAVASCRIPT,
  python: {
    paths: ['/site-packages/', '\\site-packages\\', '/dist-packages/', '/lib/python', '\\Lib\\'],
    roots: ['<frozen ', '<__array_function__', '<string>', '<attrs '],
  },
  java: JAVA,
  android: JAVA,
  go: {
    paths: ['/pkg/mod/', '/vendor/', '/go/src/runtime/', '/libexec/src/'],
    modules: ['golang.org/', 'google.golang.org/', 'go.opentelemetry.io/'],
  },
  csharp: {
    modules: [
      'System.',
      'Microsoft.',
      'Windows.',
      'Mono.',
      'MS.',
      'Npgsql.',
      'Newtonsoft.',
      'OpenTelemetry.',
      'Grpc.',
      'Polly.',
      'Autofac.',
    ],
  },
  ruby: {
    paths: ['/gems/', '/rubygems/', '/vendor/bundle/', '/lib/ruby/', '/.rbenv/', '/rvm/'],
    roots: ['<internal:', '(eval'],
  },
  php: { paths: ['/vendor/', '\\vendor\\', '/pear/'], functions: ['{main}'] },
  rust: {
    modules: [
      'std::',
      'core::',
      'alloc::',
      '<std::',
      '<core::',
      '<alloc::',
      'tokio::',
      '<tokio::',
      'futures',
      'anyhow::',
      'backtrace::',
      'rayon',
      'hyper::',
      'tower::',
    ],
    paths: ['/.cargo/registry/', '/.cargo/git/'],
    roots: ['/rustc/'],
    functions: [
      'rust_begin_unwind',
      'rust_panic',
      '__rust_',
      '_start',
      '__libc_start',
      'main',
      'clone',
      'start_thread',
      '__clone',
    ],
  },
  apple: {
    modules: [
      'UIKit',
      'Foundation',
      'CoreFoundation',
      'QuartzCore',
      'GraphicsServices',
      'SwiftUI',
      'AttributeGraph',
      'Combine',
      'CoreData',
      'CFNetwork',
      'WebKit',
      'JavaScriptCore',
      'AppKit',
      'Security',
      'BackBoardServices',
      'FrontBoardServices',
      'MetalKit',
      'Metal',
      'AVFoundation',
      'MapKit',
      'CoreLocation',
      'StoreKit',
      'HIToolbox',
      'UIKitCore',
      'CoreGraphics',
      'CoreImage',
      'CoreText',
      'ImageIO',
      'libsystem',
      'libobjc',
      'libswift',
      'libdispatch',
      'libdyld',
      'libc++',
      'dyld',
      'libsqlite',
      'libclosured',
      'libxpc',
      'libicucore',
      '???',
    ],
  },
  other: { paths: ['/node_modules/', '/site-packages/', '/vendor/', '/usr/lib/'] },
};

/**
 * Whether a frame is the application's own. Rules name code that certainly is not: the runtime, its libraries and the
 * folders in which package managers install. Frames without any information count as foreign.
 */
export function isInApp(platform: Platform, frame: BareFrame): boolean {
  const { module = '', file = '', function: name = '' } = frame;
  if (module === '' && file === '' && name === '') return false;
  if (platform === 'go') return isOwnGo(module, file);
  if ((platform === 'javascript' || platform === 'node') && file === '') return false;
  return !isForeign(RULES[platform], module, file, name);
}

function isForeign(
  { modules = [], paths = [], roots = [], functions = [] }: Rules,
  module: string,
  file: string,
  name: string,
): boolean {
  return (
    (module !== '' && modules.some((start) => module.startsWith(start) || `${module}.` === start)) ||
    (file !== '' && paths.some((part) => file.includes(part))) ||
    (file !== '' && roots.some((start) => file.startsWith(start))) ||
    (module === '' && functions.some((start) => name.startsWith(start)))
  );
}

/** Packages of the standard library have no dot in their first segment, as `net/http`, except the application's own `main`. */
function isOwnGo(module: string, file: string): boolean {
  const { paths = [], modules = [] } = RULES.go;
  if (paths.some((part) => file.includes(part)) || modules.some((start) => module.startsWith(start))) return false;
  if (file.includes('/usr/local/go/src/') || file.startsWith('_cgo')) return false;
  return module !== '' && !(isStandard(module) && /(?:^|\/)(?:go|go\d[^/]*|golang|libexec)\/src\//.test(file));
}

function isStandard(module: string): boolean {
  return module !== 'main' && !(module.split('/')[0] ?? '').includes('.');
}
