import type { JsonObject } from '@svc/otlp/wire';
import { toFields, toObjects, toText } from '../fields/read-fields.js';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/;

/** A file that was loaded at addresses of a process. */
export interface NativeImage {
  readonly start: number;
  readonly end: number;
  readonly address: string;
  readonly id: string;
}

/** The files that make the stacks of an event readable. */
export interface Images {
  /** In the order of their addresses. */
  readonly native: readonly NativeImage[];
  /** Debug IDs by the file of a script; of a mapping of ProGuard by `mapping.txt`. */
  readonly debugIds: ReadonlyMap<string, string>;
}

/** Reads the images of an event. Those of types that no symbol file exists for are left out. */
export function readImages(event: JsonObject): Images {
  const native: NativeImage[] = [];
  const debugIds = new Map<string, string>();
  for (const image of toObjects(toFields(event['debug_meta'])['images'])) {
    const id = toText(image['debug_id'] ?? image['uuid'])?.toLowerCase();
    if (id === undefined) continue;
    const file = toText(image['code_file']);
    if (image['type'] === 'proguard') debugIds.set('mapping.txt', id);
    else if (image['type'] === 'sourcemap' && file !== undefined) debugIds.set(file, id);
    else if (image['type'] === 'macho' || image['type'] === 'apple') addNative(native, image, id);
  }
  return { native: native.sort((a, b) => a.start - b.start), debugIds };
}

function addNative(native: NativeImage[], image: JsonObject, id: string): void {
  const address = toText(image['image_addr']) ?? '';
  const [start, size] = [Number(address), Number(image['image_size'])];
  const uuid = UUID.exec(id)?.[0];
  if (uuid === undefined || !(start > 0) || !(size > 0)) return;
  native.push({ start, end: start + size, address, id: uuid });
}

/** The image that has an address in hexadecimal. */
export function findImage({ native }: Images, address: string): NativeImage | undefined {
  const at = Number(address);
  let [low, high] = [0, native.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((native[middle]?.start ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const image = native[low - 1];
  return image && at < image.end ? image : undefined;
}
