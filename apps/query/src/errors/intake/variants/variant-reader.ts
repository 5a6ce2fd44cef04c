import { Inject, Injectable, Optional } from '@nestjs/common';
import type { ColumnStore } from '@svc/columnar';
import { Budget, Scope, type ProjectIdentity } from '@svc/reading/statement';
import type { TimeRange } from '@svc/reading/time';
import { COLUMN_STORE, EventLoopYielder } from '@svc/runtime';
import {
  analyzeError,
  findCulprit,
  groupStack,
  GROUPING_VERSIONS,
  type ErrorInput,
  type Grouping,
  type Stack,
} from '@svc/stacks';
import type { Symbolicator } from '@svc/symbols';
import { toErrorInput } from '../../samples/sample-input.js';
import type { NewVariant, VariantSymbolication } from './new-variant.js';
import { selectSamples, type Sample } from './sample.query.js';

/** Injection token of the Symbolicator; where none is provided, stacks stay as they are. */
export const SYMBOLICATOR = Symbol('Symbolicator');

/** The algorithm of grouping, with all versions whose hashes issues may have. */
export interface GroupingAlgorithm {
  /** The newest first. */
  readonly versions: readonly number[];
  group(stack: Stack, input: ErrorInput, version: number): Grouping;
}

/** Injection token, so that tests can add a version. */
export const GROUPING = Symbol('Grouping');
export const CURRENT_GROUPING: GroupingAlgorithm = { versions: GROUPING_VERSIONS, group: groupStack };

const BUDGET_MS = 60_000;
const MAX_TITLE = 200;

/** Reads one error of each variant, makes its stack readable and groups it. */
@Injectable()
export class VariantReader {
  constructor(
    @Inject(COLUMN_STORE) private readonly store: ColumnStore,
    @Inject(GROUPING) private readonly grouping: GroupingAlgorithm,
    @Optional() @Inject(SYMBOLICATOR) private readonly symbolicator?: Symbolicator,
  ) {}

  /** Variants without a retained error are left out. */
  async read(
    project: ProjectIdentity,
    variants: readonly string[],
    during: TimeRange,
    signal: AbortSignal,
  ): Promise<NewVariant[]> {
    const budget = new Budget(signal, BUDGET_MS);
    const statement = budget.statement(selectSamples(Scope.of(project), variants, during));
    const read: NewVariant[] = [];
    const yielder = new EventLoopYielder(1);
    for (const sample of await this.store.query<Sample>({ ...statement, lane: 'background' })) {
      if (yielder.isDue()) await yielder.yield();
      read.push(await this.#group(project, sample, signal));
    }
    return read;
  }

  async #group(project: ProjectIdentity, sample: Sample, signal: AbortSignal): Promise<NewVariant> {
    const input = toErrorInput(sample);
    const received = analyzeError(input);
    const { stack, symbolication } = received.needsSymbols
      ? await this.#symbolicate(project, sample, received.stack, signal)
      : { stack: received.stack, symbolication: { status: 'none' } as const };
    const [grouping, ...earlier] = this.grouping.versions.map((version) => this.grouping.group(stack, input, version));
    if (!grouping) throw new Error('There is no version of grouping.');
    const { type, message } = toShown(sample, stack, symbolication);
    return {
      variant: sample.variant_hex,
      platform: sample.platform,
      release: sample.release,
      dist: sample.dist,
      level: sample.level,
      type,
      title: toTitle(type, message),
      culprit: findCulprit(stack),
      sampleTime: BigInt(sample.timestamp_ns),
      sampleId: sample.error_id_hex,
      grouping,
      earlierHashes: [...earlier.map(({ hash }) => hash), ...receivedHashes(sample, symbolication)],
      symbolication,
    };
  }

  async #symbolicate(
    project: ProjectIdentity,
    { release, dist, debug_ids: debugIds }: Sample,
    stack: Stack,
    signal: AbortSignal,
  ): Promise<{ readonly stack: Stack; readonly symbolication: VariantSymbolication }> {
    if (!this.symbolicator) return { stack, symbolication: { status: 'missing' } };
    const request = { projectId: project.id, platform: stack.platform, release, dist, debugIds, stack };
    const { stack: readable, status } = await this.symbolicator.symbolicate(request, signal);
    return { stack: readable, symbolication: { status, exceptions: readable.exceptions } };
  }
}

/** Type and message as they were sent, or of the stack; R8 shortens names of types too, so a stack that became readable knows better. */
function toShown(sample: Sample, { platform, exceptions }: Stack, { status }: VariantSymbolication) {
  const { type = '', message = '' } = exceptions[0] ?? {};
  const isRetraced = platform === 'android' && (status === 'complete' || status === 'partial');
  const [first, second] = isRetraced ? [{ type, message }, sample] : [sample, { type, message }];
  return { type: first.type || second.type, message: first.message || second.message };
}

/**
 * The hashes that the error was stored with; empty if the stack was minified, because they do not apply to the readable
 * one.
 */
function receivedHashes({ hashes_hex: hashes }: Sample, { status }: VariantSymbolication): readonly string[] {
  return status === 'none' || status === 'missing' ? hashes : [];
}

/** The first line of type and message. */
function toTitle(type: string, message: string): string {
  const [line = ''] = [type, message]
    .filter(Boolean)
    .join(': ')
    .trimStart()
    .split(/[\r\n]/, 1);
  return [...line.trim()].slice(0, MAX_TITLE).join('') || 'Error';
}
