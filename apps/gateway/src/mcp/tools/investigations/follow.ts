import { setTimeout as pause } from 'node:timers/promises';
import type { Investigation, JsonObject } from '@svc/contract';
import { ServiceError, toServiceError } from '@svc/service-error';
import type { OperationJson } from '../../result/encode-answer.js';
import { wordOf } from '../../tool/rows.js';
import type { ToolContext } from '../../tool/tool-context.js';

/** Each read counts for the rate limits of the caller. */
const POLL_MS = 1_000;
const OVER = new Set(['completed', 'failed', 'cancelled']);

/** An investigation as it was last read. */
export interface Followed {
  readonly answer: OperationJson;
  /** Message of the error for which it could not be read again. */
  readonly failure?: string;
}

/** @throws ServiceError as investigations.get. */
export function readInvestigation(id: string, context: ToolContext): Promise<OperationJson> {
  return context.read('investigations.get', { investigation_id: id }, citedFirst);
}

/**
 * Waits until an investigation is over. One that was started must not be lost to the caller, so a failure to read it again ends the wait
 * and is part of the result.
 *
 * @param first the investigation as it is now.
 * @param maxMs milliseconds to wait at most.
 * @throws ServiceError cancelled if the caller leaves.
 */
export async function follow(first: OperationJson, maxMs: number, context: ToolContext): Promise<Followed> {
  const end = performance.now() + maxMs;
  const id = idOf(first.json);
  let answer = first;
  for (;;) {
    const leftMs = end - performance.now();
    if (isOver(answer) || leftMs <= 0) return { answer };
    await pauseFor(Math.min(POLL_MS, leftMs), context);
    try {
      answer = await readInvestigation(id, context);
    } catch (error) {
      const { code, message } = toServiceError(error);
      if (code === 'cancelled') throw error;
      return { answer, failure: message };
    }
  }
}

export function idOf({ id }: JsonObject): string {
  return typeof id === 'string' ? id : '';
}

/** Whether an investigation does not run anymore. */
export function isOver({ json }: OperationJson): boolean {
  return OVER.has(wordOf(json, 'status'));
}

async function pauseFor(milliseconds: number, { sender }: ToolContext): Promise<void> {
  const { signal } = sender.leaving;
  await pause(milliseconds, undefined, { signal }).catch((cause: unknown) => {
    throw new ServiceError('cancelled', { cause });
  });
}

/** Evidence that the conclusion cites comes first. The figures behind it are left out, for which a result has no room. */
export function citedFirst(answer: Investigation): Investigation {
  const cited = new Set((answer.conclusion?.claims ?? []).flatMap(({ evidenceIds }) => evidenceIds));
  const [first, rest] = [true, false].map((isCited) => answer.evidence.filter(({ id }) => cited.has(id) === isCited));
  const evidence = [...(first ?? []), ...(rest ?? [])].map((each) => ({ ...each, result: [] }));
  return { ...answer, evidence };
}
