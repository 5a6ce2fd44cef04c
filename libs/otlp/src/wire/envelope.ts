import { SIGNALS, type Signal } from '../signal.js';
import { fieldSet, type WireReader } from './reader.js';

/**
 * All three signals wrap their items in the same way, with the same field numbers:
 *
 *   request  := { 1: resource group }
 *   group    := 1: resource, { 2: scope group }
 *   scope    := 1: scope, { 2: item }
 *
 * Fields may come in any order, so the resource and the scope are looked up before their items are visited. A missing
 * resource or scope is visited as an empty one.
 */
export interface EnvelopeVisitor {
  resource(start: number, end: number): void;
  scope(start: number, end: number): void;
  item(start: number, end: number): void;
  /** Called after the items of one scope. */
  scopeEnd?(): void;
}
// A visitor may move the reader: the walk restores its position.

const OWNER_TAG = 0x0a;
const OWNED_TAG = 0x12;
const GROUP_FIELDS = fieldSet(1, 2);
const REQUEST_FIELDS = fieldSet(1);

export interface EnvelopePaths {
  readonly request: string;
  readonly group: string;
  readonly resource: string;
  readonly scopeGroup: string;
  readonly scope: string;
  readonly item: string;
}

export function envelopePaths(signal: Signal): EnvelopePaths {
  const { resources, scopes, items } = SIGNALS[signal];
  const scopeGroup = `${resources}.${scopes}`;
  return {
    request: 'request',
    group: resources,
    resource: `${resources}.resource`,
    scopeGroup,
    scope: `${scopeGroup}.scope`,
    item: `${scopeGroup}.${items}`,
  };
}

/** Walks the whole body that `reader` was reset to. */
export function walkEnvelope(reader: WireReader, paths: EnvelopePaths, visitor: EnvelopeVisitor): void {
  const end = reader.bytes.length;
  while (reader.pos < end) {
    const tag = reader.tag(end, paths.request);
    if (tag !== OWNER_TAG) {
      reader.skip(tag, REQUEST_FIELDS, end, paths.request);
      continue;
    }
    const groupEnd = reader.length(end, paths.request) + reader.pos;
    walkGroup(reader, groupEnd, paths, visitor);
  }
}

function walkGroup(reader: WireReader, end: number, paths: EnvelopePaths, visitor: EnvelopeVisitor): void {
  const start = reader.pos;
  findOwner(reader, end, paths.group);
  visitor.resource(ownerStart, ownerEnd);
  reader.pos = start;
  while (nextOwned(reader, end, paths.group)) {
    const scopeEnd = ownedEnd;
    walkScope(reader, scopeEnd, paths, visitor);
    reader.pos = scopeEnd;
  }
}

function walkScope(reader: WireReader, end: number, paths: EnvelopePaths, visitor: EnvelopeVisitor): void {
  const start = reader.pos;
  findOwner(reader, end, paths.scopeGroup);
  visitor.scope(ownerStart, ownerEnd);
  reader.pos = start;
  while (nextOwned(reader, end, paths.scopeGroup)) {
    const itemEnd = ownedEnd;
    visitor.item(reader.pos, itemEnd);
    reader.pos = itemEnd;
  }
  visitor.scopeEnd?.();
}

/**
 * Walks like `walkEnvelope` and stops after every resource, scope and item, so that the caller can let other work run. It is slower.
 */
export function* stepEnvelope(
  reader: WireReader,
  paths: EnvelopePaths,
  visitor: EnvelopeVisitor,
): Generator<undefined> {
  const groups = ranges(reader, reader.bytes.length, OWNER_TAG, REQUEST_FIELDS, paths.request);
  for (const [groupStart, groupEnd] of groups) {
    reader.pos = groupStart;
    findOwner(reader, groupEnd, paths.group);
    visitor.resource(ownerStart, ownerEnd);
    yield;
    reader.pos = groupStart;
    for (const [scopeStart, scopeEnd] of ranges(reader, groupEnd, OWNED_TAG, GROUP_FIELDS, paths.group)) {
      reader.pos = scopeStart;
      findOwner(reader, scopeEnd, paths.scopeGroup);
      visitor.scope(ownerStart, ownerEnd);
      yield;
      reader.pos = scopeStart;
      for (const [start, end] of ranges(reader, scopeEnd, OWNED_TAG, GROUP_FIELDS, paths.scopeGroup)) {
        visitor.item(start, end);
        yield;
      }
    }
  }
}

/** The contents of the fields with this tag, up to `end`. Each is followed by the next, wherever the reader was left. */
function* ranges(
  reader: WireReader,
  end: number,
  wanted: number,
  known: Parameters<WireReader['skip']>[1],
  path: string,
): Generator<readonly [start: number, end: number]> {
  while (reader.pos < end) {
    const tag = reader.tag(end, path);
    if (tag === wanted || tag === OWNER_TAG || tag === OWNED_TAG) {
      const fieldEnd = reader.length(end, path) + reader.pos;
      if (tag === wanted) yield [reader.pos, fieldEnd];
      reader.pos = fieldEnd;
    } else reader.skip(tag, known, end, path);
  }
}

let ownerStart = 0;
let ownerEnd = 0;
let ownedEnd = 0;

/** Sets `ownerStart` and `ownerEnd` to the last field 1 of the group and checks the group's tags and lengths. */
function findOwner(reader: WireReader, end: number, path: string): void {
  ownerStart = 0;
  ownerEnd = 0;
  while (reader.pos < end) {
    const tag = reader.tag(end, path);
    if (tag === OWNED_TAG) {
      const length = reader.length(end, path);
      reader.pos += length;
    } else if (tag === OWNER_TAG) {
      const length = reader.length(end, path);
      ownerStart = reader.pos;
      ownerEnd = reader.pos += length;
    } else reader.skip(tag, GROUP_FIELDS, end, path);
  }
}

/** Moves to the content of the next field 2 and sets `ownedEnd`; false at the end of the group. */
function nextOwned(reader: WireReader, end: number, path: string): boolean {
  while (reader.pos < end) {
    const tag = reader.tag(end, path);
    if (tag === OWNED_TAG) {
      ownedEnd = reader.length(end, path) + reader.pos;
      return true;
    }
    if (tag === OWNER_TAG) {
      const length = reader.length(end, path);
      reader.pos += length;
    } else reader.skip(tag, GROUP_FIELDS, end, path);
  }
  return false;
}
