import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverJars } from '@svc/test-servers';
import { SHOP } from './shop.js';

const run = promisify(execFile);

/** The options for one run of ProGuard. */
export interface ShrinkOptions {
  readonly name: string;
  readonly lines: readonly string[];
}

/** A shrunk program and the errors that it threw. */
export interface Shrunk {
  readonly mapping: string;
  /** Stack traces as the obfuscated program printed them. */
  readonly trace: string;
  /** The traces as translated by ProGuard's own retrace. */
  readonly retraced: string;
}

const OPTIONS = [
  '-keep public class com.shop.Main { public static void main(java.lang.String[]); }',
  '-keepattributes SourceFile,LineNumberTable',
  '-renamesourcefileattribute SourceFile',
  '-dontnote',
  '-dontwarn',
];

/** @returns why ProGuard cannot run here; undefined if it can. */
export async function findMissingProGuard(): Promise<string | undefined> {
  const java = await run('javac', ['-version']).then(
    () => undefined,
    () => 'no javac on the path',
  );
  return (
    java ??
    serverJars('proguard').then(
      () => undefined,
      (error: Error) => error.message,
    )
  );
}

/** For programs that run for a second: compiling them well would cost more than it saves. */
const SHORT_RUN = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

/** @returns the directory of the compiled program. */
export async function compileShop(directory: string): Promise<string> {
  const at = (file: string): string => path.join(directory, 'source', file);
  for (const [file, text] of Object.entries(SHOP)) {
    await mkdir(path.dirname(at(file)), { recursive: true });
    await writeFile(at(file), text);
  }
  const classes = path.join(directory, 'classes');
  const options = SHORT_RUN.map((option) => `-J${option}`);
  await run('javac', [...options, '-g', '--release', '11', '-d', classes, ...Object.keys(SHOP).map(at)]);
  return classes;
}

/** Shrinks and runs the compiled program, and reads its traces with ProGuard's own retrace. */
export async function shrink(directory: string, classes: string, { name, lines }: ShrinkOptions): Promise<Shrunk> {
  const at = (file: string): string => path.join(directory, name.replaceAll(/\W+/g, '-'), file);
  await mkdir(at(''));
  const jars = path.join(await serverJars('proguard'), '*');
  const { stdout: home } = await run('sh', ['-c', 'dirname "$(dirname "$(readlink -f "$(command -v javac)")")"']);
  const library = `-libraryjars ${home.trim()}/jmods/java.base.jmod(!**.jar;!module-info.class)`;
  const files = [`-injars ${classes}`, `-outjars ${at('out.jar')}`, `-printmapping ${at('mapping.txt')}`, library];
  await writeFile(at('shop.pro'), [...files, ...OPTIONS, ...lines].join('\n'));
  await run('java', [...SHORT_RUN, '-cp', jars, 'proguard.ProGuard', `@${at('shop.pro')}`]);
  const { stderr: trace } = await run('java', [...SHORT_RUN, '-cp', at('out.jar'), 'com.shop.Main']);
  await writeFile(at('trace.txt'), trace);
  const { stdout: retraced } = await run('java', [
    ...SHORT_RUN,
    '-cp',
    jars,
    'proguard.retrace.ReTrace',
    at('mapping.txt'),
    at('trace.txt'),
  ]);
  return { mapping: await readFile(at('mapping.txt'), 'utf8'), trace, retraced };
}
