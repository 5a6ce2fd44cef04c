import { MAX_TEXT } from '../limits.js';
import type { Platform } from '../stack.js';

const HINTS: Readonly<Record<string, Platform>> = {
  nodejs: 'node',
  node: 'node',
  'posthog-node': 'node',
  'node:javascript': 'node',
  deno: 'node',
  bun: 'node',
  webjs: 'javascript',
  web: 'javascript',
  'posthog-js': 'javascript',
  'posthog-react-native': 'javascript',
  javascript: 'javascript',
  'web:javascript': 'javascript',
  'hermes:javascript': 'javascript',
  js: 'javascript',
  python: 'python',
  'posthog-python': 'python',
  java: 'java',
  kotlin: 'java',
  'posthog-java': 'java',
  android: 'android',
  'posthog-android': 'android',
  go: 'go',
  'posthog-go': 'go',
  dotnet: 'csharp',
  csharp: 'csharp',
  'posthog-dotnet': 'csharp',
  ruby: 'ruby',
  'posthog-ruby': 'ruby',
  php: 'php',
  'posthog-php': 'php',
  rust: 'rust',
  'posthog-rs': 'rust',
  swift: 'apple',
  apple: 'apple',
  'posthog-ios': 'apple',
  ios: 'apple',
};

/** The platform that a hint names, e.g. `telemetry.sdk.language`. */
export function hintedPlatform(hint: string | undefined, text: string): Platform | undefined {
  const platform = hint === undefined ? undefined : HINTS[hint.toLowerCase()];
  return platform === 'java' && isAndroid(text) ? 'android' : platform;
}

/** The platform whose stacks look like a text; `other` if none does. */
export function detectPlatform(given: string): Platform {
  const text = given.slice(0, MAX_TEXT);
  const found = SIGNS.find(([, sign]) => (typeof sign === 'string' ? text.includes(sign) : sign(text)));
  if (!found) return 'other';
  return found[0] === 'java' && isAndroid(text) ? 'android' : found[0];
}

function isAndroid(text: string): boolean {
  return ANDROID.some((sign) => text.includes(sign));
}

const ANDROID = ['at android.', 'at androidx.', 'at com.android.internal.', 'at dalvik.'];

/** Signs that occur only in stacks of one platform, the most certain first. */
const SIGNS: readonly (readonly [Platform, string | ((text: string) => boolean)])[] = [
  ['python', 'Traceback (most recent call last):\n  File "'],
  ['python', 'Exception Group Traceback (most recent call last)'],
  ['apple', 'Binary Images:'],
  ['apple', (text) => /^Thread \d{1,5}[^\n:]{0,80} Crashed:/m.test(text)],
  ['apple', (text) => /^\d{1,5} {1,3}\S[^\n]{0,100}\s0x[0-9a-f]{8,16} /m.test(text)],
  ['go', (text) => /^goroutine \d{1,12} \[/m.test(text)],
  ['rust', ' panicked at '],
  ['rust', (text) => /^stack backtrace:/im.test(text)],
  ['php', (text) => /^#\d{1,5} (?:\{main\}|\S[^\n]{0,500}\(\d{1,9}\): |\[internal function\])/m.test(text)],
  ['ruby', (text) => /^[^\n"]{1,300}:\d{1,9}:in [`']/m.test(text)],
  ['python', (text) => /^ {0,8}File "[^"\n]{1,500}", line \d/m.test(text)],
  ['csharp', (text) => /^ {3}at [^\n(]{1,300}\([^\n]{0,300}\) in [^\n]{1,500}:line \d/m.test(text)],
  ['csharp', '--- End of '],
  [
    'java',
    (text) =>
      /^\s{0,20}at [^\n(]{1,300}\((?:[^\n():]{1,200}\.(?:java|kt|scala|groovy|clj):\d|Native Method|Unknown Source|SourceFile)/m.test(
        text,
      ),
  ],
  ['javascript', (text) => /(?:\bat |\(|@)(?:https?|capacitor|app|webpack|webpack-internal):\/\//.test(text)],
  ['javascript', (text) => /^https?:\/\/[^\n]{1,500}:\d{1,9}:\d{1,9}$/m.test(text)],
  ['javascript', (text) => /\.(?:js)?bundle:\d{1,9}:\d/.test(text)],
  ['node', (text) => /^ {0,20}at [^\n]{0,500}:\d{1,9}:\d{1,9}\)?$/m.test(text)],
  ['csharp', (text) => /^ {3}at [A-Z][^\n(]{1,300}\([^\n]{0,300}\)$/m.test(text)],
  ['javascript', (text) => /^[^\n@]{0,200}@[^\n]{1,500}:\d{1,9}:\d{1,9}$/m.test(text)],
  ['go', (text) => /^\S[^\n]{0,300}\n\t\S[^\n]{0,500}\.go:\d/m.test(text)],
];
