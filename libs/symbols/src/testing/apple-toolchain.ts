import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The build of a program. */
export interface AppleBuild {
  readonly arch: 'arm64' | 'x86_64';
  /** Version of DWARF. */
  readonly version: number;
  readonly optimization: '-O0' | '-O2';
}

/** Two files, templates, namespaces, inlining in several levels, and code that is never called. */
const SOURCES = {
  'cart.h': `#pragma once
namespace shop {
template <typename T> struct Price {
  T amount;
  inline T discounted(T percent) const { return amount - (amount * percent) / 100; }
};
__attribute__((always_inline)) inline int clamp(int value, int low, int high) {
  if (value < low)
    return low;
  return value > high ? high : value;
}
int total(const int *items, int count);
}
`,
  'cart.cpp': `#include "cart.h"
static volatile int sink;
namespace shop {
static __attribute__((always_inline)) inline int weigh(int item) {
  int w = clamp(item, 1, 50);
  sink = w;
  return w * 3;
}
__attribute__((noinline)) int total(const int *items, int count) {
  int sum = 0;
  for (int i = 0; i < count; i++) {
    sum += weigh(items[i]);
    if (sum > 1000)
      sum -= clamp(sum, 0, 10);
  }
  return sum;
}
__attribute__((noinline)) long unused(long a) { return a * 31 + sink; }
}
`,
  'main.cpp': `#include "cart.h"
extern "C" int main(int argc, char **) {
  int items[4] = {argc, 2, 3, argc * 5};
  shop::Price<int> price{shop::total(items, 4)};
  shop::Price<long> other{price.amount + 1L};
  return price.discounted(argc) + (int)other.discounted(5);
}
`,
};

/** The address at which the linker places programs. */
export const TEXT_ADDRESS = 0x1_0000_0000;

/** Makes programs for Apple's systems with the tools of LLVM. */
export class AppleToolchain {
  private constructor(private readonly directory: string) {}

  /** @returns the tool that is missing, if one is. */
  static async findMissing(): Promise<string | undefined> {
    const tools = ['clang++-14', 'ld64.lld-14', 'dsymutil', 'llvm-symbolizer', 'llvm-nm', 'llvm-lipo-14'];
    for (const tool of tools) if (!(await exists(tool))) return tool;
    return undefined;
  }

  /** Whether debug information of the version survives: the usual dsymutil is older than version 5. */
  static canLink(version: number): Promise<boolean> {
    return version < 5 ? Promise.resolve(true) : exists('dsymutil-19');
  }

  static async in(directory: string): Promise<AppleToolchain> {
    for (const [name, text] of Object.entries(SOURCES)) await writeFile(path.join(directory, name), text);
    return new AppleToolchain(directory);
  }

  /** @returns the file with the debug symbols of the program. */
  async make({ arch, version, optimization }: AppleBuild): Promise<string> {
    const name = `shop-${arch}-${version}${optimization}`;
    const target = ['-target', `${arch}-apple-macos12`, '-nostdinc++', '-fno-exceptions'];
    const objects: string[] = [];
    for (const source of ['cart.cpp', 'main.cpp']) {
      const object = `${name}-${source}.o`;
      objects.push(object);
      await this.#run('clang++-14', [...target, optimization, `-gdwarf-${version}`, '-c', source, '-o', object]);
    }
    const platform = ['-platform_version', 'macos', '12.0', '12.0', '-arch', arch, '-undefined', 'dynamic_lookup'];
    await this.#run('ld64.lld-14', [...platform, '-e', '_main', ...objects, '-o', name]);
    await this.#run(version < 5 ? 'dsymutil' : 'dsymutil-19', [name]);
    return path.join(this.directory, `${name}.dSYM/Contents/Resources/DWARF/${name}`);
  }

  async join(files: readonly string[]): Promise<string> {
    await this.#run('llvm-lipo-14', ['-create', ...files, '-output', 'fat']);
    return path.join(this.directory, 'fat');
  }

  /** Address of the first function. */
  async firstFunction(file: string): Promise<number> {
    const { stdout } = await this.#run('llvm-nm', ['--numeric-sort', '--defined-only', file]);
    const functions = stdout.split('\n').filter((line) => / [tT] /.test(line));
    const addresses = functions.map((line) => Number.parseInt(line, 16));
    return addresses.find((address) => address > TEXT_ADDRESS) ?? 0;
  }

  /**
   * The answer of the reference implementation for each address: function, file and line of each call, the innermost
   * first.
   */
  async symbolize(file: string, arch: string, addresses: readonly number[]): Promise<string[][]> {
    const texts = addresses.map((address) => `0x${address.toString(16)}`);
    const options = ['--no-demangle', '--output-style=LLVM', '--inlines', `--default-arch=${arch}`, `--obj=${file}`];
    const { stdout } = await this.#run('llvm-symbolizer', [...options, ...texts]);
    return stdout.trim().split('\n\n').map(toCalls);
  }

  #run(tool: string, args: readonly string[]) {
    return run(tool, args, { cwd: this.directory, maxBuffer: 100_000_000 });
  }
}

/** Lines in pairs: a function; its file, line and column. */
function toCalls(block: string): string[] {
  const lines = block.split('\n');
  return lines.flatMap((line, index) =>
    index % 2 === 0 ? [`${line} ${(lines[index + 1] ?? '').replace(/:\d+$/, '')}`] : [],
  );
}

function exists(tool: string): Promise<boolean> {
  return run(tool, ['--version']).then(
    () => true,
    () => false,
  );
}
