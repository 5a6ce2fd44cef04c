import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { buildNative, type NativeDetails } from './build-native.js';
import { FileSource } from './file-source.js';
import { readMachO } from './mach-o.js';
import { isZip, unpackMachO } from './unpack.js';

export interface BuiltImage {
  readonly debugId: string;
  readonly arch: string;
  readonly details: NativeDetails;
  readonly file: Uint8Array;
}

/** Makes the images of a Mach-O file, or of those in a zip file, searchable. @throws SymbolFileRefusal */
export function buildApple(file: string): BuiltImage[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'svc-unpacked-'));
  try {
    const paths = hasZip(file) ? unpackMachO(file, directory) : [file];
    if (paths.length === 0) throw new SymbolFileRefusal('is a zip file without a Mach-O file');
    const images = new Map<string, BuiltImage>();
    for (const each of paths)
      for (const image of buildImages(each)) {
        const key = `${image.debugId} ${image.arch}`;
        // A bundle may have a program beside its debug symbols.
        if (image.details.units > 0 || !images.has(key)) images.set(key, image);
      }
    return [...images.values()];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function hasZip(file: string): boolean {
  const source = new FileSource(file);
  try {
    return source.size >= 4 && isZip(source.read(0, 4));
  } finally {
    source.close();
  }
}

function buildImages(file: string): BuiltImage[] {
  const source = new FileSource(file);
  try {
    return readMachO(source).map((image) => {
      if (image.uuid === '') throw new SymbolFileRefusal('has an image without a UUID, so no stack could refer to it');
      const { details, file: columns } = buildNative(source, image);
      if (details.units + details.symbols === 0)
        throw new SymbolFileRefusal('has neither debug information nor symbols; upload the dSYM bundle');
      return { debugId: image.uuid, arch: image.arch, details, file: columns };
    });
  } finally {
    source.close();
  }
}
