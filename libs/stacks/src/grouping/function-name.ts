import type { Platform } from '../stack.js';

type Rule = readonly [RegExp, string];

const JAVA: readonly Rule[] = [
  [/\$\$Lambda(?:[$.]\d+)?(?:\/(?:0x)?[0-9a-f]+)?(?:[.@][0-9a-f]+)?/g, '$$$$Lambda'],
  [/lambda\$([^$]*)\$\d+/g, 'lambda$$$1'],
  [/\$\$(?:EnhancerBy|FastClassBy|KeyFactoryBy)(\w*?)(?:CGLIB)?\$\$[0-9a-f]+/g, '$$$$$1CGLIB'],
  [/\$\$SpringCGLIB\$\$\d+/g, '$$$$SpringCGLIB'],
  [/\$Proxy\d+/g, '$$Proxy'],
  [/(Generated(?:Method|Constructor|SerializationConstructor)Accessor)\d+/g, '$1'],
  [/\$(?:HibernateProxy|ByteBuddy|MockitoMock|auxiliary)\$\w+/g, '$$Generated'],
  [/_\$\$_(?:jvst|javassist_)\w+/g, '$$Generated'],
  [/access\$\d+/g, 'access$'],
  [/\$\d+(?=$|\$|\.)/g, '$'],
];

const RULES: Partial<Record<Platform, readonly Rule[]>> = {
  java: JAVA,
  android: JAVA,
  javascript: [
    [/^(?:async\*)?(?:Object|Module|Window|global|globalThis|process|exports|Function)\.(?=.)/, ''],
    [/^(?:<anonymous>|\(anonymous\)|anonymous)$/, ''],
    [/[/<]+$/, ''],
    [/\.<anonymous>$/, ''],
  ],
  csharp: [
    [/<([^<>]*)>[a-z]__\w+(?:\.MoveNext)?/g, '$1'],
    [/<>c(?:__DisplayClass\w+)?/g, '<>c'],
    [/`\d+(?:\[[^\]]*\])?/g, ''],
    [/<[^<>()]*>$/g, ''],
  ],
  go: [
    [/\[[^\]]*\]/g, ''],
    [/\.func\d+(?:\.\d+)*/g, '.func'],
    [/\.gowrap\d+/g, ''],
    [/[-·]fm$/, ''],
  ],
  ruby: [
    [/^(?:block(?: \(\d+ levels\))?|rescue|ensure|rescue in block|ensure in block) in /, ''],
    [/_{2,3}\d+_\d+$/, ''],
    [/__\d+_\d+$/, ''],
  ],
  php: [
    [/\{closure(?::[^}]*)?\}/g, '{closure}'],
    [/class@anonymous.*$/, 'class@anonymous'],
  ],
  python: [[/<locals>\./g, '']],
  rust: [
    [/::h[0-9a-f]{16}$/, ''],
    [/::\{\{closure\}\}/g, ''],
    [/::<[^<>]*>/g, ''],
  ],
  apple: [[/^0x[0-9a-f]+(?: \+ \d+)?$/, '']],
};

/**
 * The name of a function or a class without the numbers that compilers and runtimes assign differently in each build or
 * process.
 */
export function normalizeName(platform: Platform, name: string): string {
  const rules = RULES[platform === 'node' ? 'javascript' : platform] ?? [];
  return rules.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), name.slice(0, 300));
}
