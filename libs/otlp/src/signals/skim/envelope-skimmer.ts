import { checkAttributes } from '../../attributes/check.js';
import { readResource } from '../../resource/resource.js';
import { Scope } from '../../resource/scope.js';
import { TimeBounds } from '../../rules.js';
import type { Signal } from '../../signal.js';
import { envelopePaths, type EnvelopePaths, type EnvelopeVisitor } from '../../wire/envelope.js';
import { Ranges } from '../../wire/ranges.js';
import { WireReader } from '../../wire/reader.js';
import { Tally } from './tally.js';

/** The common part of the skimmers of all signals: checking resources and scopes. */
export abstract class EnvelopeSkimmer implements EnvelopeVisitor {
  protected reader = new WireReader();
  protected bounds = new TimeBounds();
  protected tally = new Tally();
  private readonly paths: EnvelopePaths;
  private readonly attributes = new Ranges();
  private readonly scopeFields = new Scope();

  constructor(signal: Signal) {
    this.paths = envelopePaths(signal);
  }

  start(reader: WireReader, bounds: TimeBounds, tally: Tally): void {
    this.reader = reader;
    this.bounds = bounds;
    this.tally = tally;
  }

  resource(start: number, end: number): void {
    readResource(this.reader, start, end, this.attributes, this.paths.resource);
    checkAttributes(this.reader, this.attributes, this.paths.resource);
  }

  scope(start: number, end: number): void {
    this.scopeFields.read(this.reader, start, end, this.paths.scope);
  }

  abstract item(start: number, end: number): void;
}
